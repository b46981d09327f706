// The service as it is without rag-triad: a retriever and a generator. Yours call a vector store and a model.
const documents = [
  { id: "returns", text: "Shoes can be returned within 30 days if they have not been worn outside." },
  { id: "shipping", text: "Shipping takes 3 to 5 working days and is free from 50 euros." },
];

/** The documents that share a long word with the query. */
export async function search(query: string): Promise<typeof documents> {
  const words = query.toLowerCase().match(/\p{L}{5,}/gu) ?? [];
  return documents.filter(({ text }) => words.some((word) => text.toLowerCase().includes(word)));
}

/** Streams the first document as the answer. */
export async function* answer(_query: string, [first]: typeof documents): AsyncGenerator<string> {
  for (const word of (first?.text ?? "I don't know.").split(/(?<= )/)) yield word;
}
