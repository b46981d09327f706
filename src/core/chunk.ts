/** One retrieved passage. */
export interface Chunk {
  /** Identifies the passage in the index; unique within one interaction. */
  readonly id: string;
  /** The passage's text. */
  readonly text: string;
  /** Position in the retriever's result, from 0. */
  readonly rank?: number;
  /** The retriever's own score, on whatever scale it uses. */
  readonly score?: number;
  /** The passage's embedding in the index's own model. */
  readonly vector?: readonly number[];
  /** The keyword part of a hybrid score. */
  readonly keywordScore?: number;
}
