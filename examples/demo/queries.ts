/** A query of the demo and its intent class. */
export interface DemoQuery {
  readonly query: string;
  readonly intentClass: IntentClass;
}

/** The intent classes of the demo, each with the kind of trouble it brings. */
export type IntentClass = "faq" | "how_to" | "ambiguous" | "chinese" | "unanswerable" | "off_topic";

const queriesByIntent: Readonly<Record<IntentClass, readonly string[]>> = {
  // Asked the way the documents say it: a healthy pipeline answers these.
  faq: [
    "What is the RAG triad?",
    "What does groundedness measure?",
    "What does context relevance measure?",
    "What does answer relevance measure?",
    "What is the default of k1 in Lucene?",
    "What does the parameter b of BM25 control?",
    "What is another name for groundedness?",
    "What is a claim?",
    "Which verdicts are there?",
    "What is an extrinsic error?",
    "What does RAGTruth hold?",
    "What AUROC does a coin toss have?",
    "How many dimensions does all-MiniLM-L6-v2 have?",
    "How many dimensions does text-embedding-3-large have?",
    "What is k in reciprocal rank fusion?",
    "What did Nogueira and Cho show in 2019?",
    "What does lost in the middle mean?",
    "What is position bias of a judge?",
    "What is Cohen's kappa?",
    "How many sentence pairs does SNLI have?",
    "How many tokens do most NLI models read?",
    "What is the default of decision_wait?",
    "How many attributes does a span keep by default?",
    "How many spans does the batch span processor hold in its queue?",
    "What are the default boundaries of an OpenTelemetry histogram?",
    "What is an exemplar?",
    "What is the default scrape interval of Prometheus?",
    "What is the burn rate?",
    "What is the default of group_wait?",
    "What is the default of repeat_interval in Alertmanager?",
    "What is coverage?",
    "What is a canary for a judge?",
    "What is the population stability index?",
    "What is indirect prompt injection?",
    "What is the time to first token?",
    "How many languages does the MIRACL benchmark have?",
    "How large is the error budget at 99.9 percent over 30 days?",
    "What does the OWASP list say about prompt injection?",
  ],
  how_to: [
    "How do I compute the mean score of a histogram in PromQL?",
    "How do I estimate the median with histogram_quantile?",
    "How do I sample evaluations deterministically?",
    "How do I defend a judge against prompt injection?",
    "How do I reduce the cost of judging with a language model?",
    "How do I choose a chunk size?",
    "How do I combine BM25 scores with cosine similarity?",
    "How do I keep request spans open until the scores are there?",
    "How do I keep every trace with a bad score by tail sampling?",
    "How do I route pages and warnings in Alertmanager?",
    "How do I check an Alertmanager configuration?",
    "How do I detect drift of the queries?",
    "How do I make an LLM judge reliable?",
    "How do I count refusals in the quality figures?",
    "How do I avoid NaN from an intent without traffic?",
    "How do I build a golden dataset?",
    "How do I search Chinese text without spaces?",
    "How do I raise context relevance?",
    "How do I know when a span of a stream has to end?",
    "How do I test unanswerable queries?",
  ],
  // A word or two, or words that several pages could mean.
  ambiguous: [
    "threshold",
    "sampling",
    "canary",
    "the default value",
    "relevance",
    "cost",
    "limits",
    "Which numbers matter?",
    "overlap",
    "bias",
    "coverage or recall?",
    "the second window",
    "streams and spans",
    "median",
    "cut-off",
    "What about refusals?",
  ],
  chinese: [
    "什么是有据性？",
    "RAG 三元组包括哪些指标？",
    "上下文相关性低说明什么问题？",
    "BM25 的参数 k1 默认值是多少？",
    "参数 b 的作用是什么？",
    "什么是二元切分？",
    "倒数排名融合的 k 通常取多少？",
    "一个汉字在 UTF-8 编码中占几个字节？",
    "中文文本块的大小应该取多少？",
    "什么是内在幻觉？",
    "论断有哪几种判定？",
    "为什么向量相似度看不出否定？",
    "HalluQA 包含多少个问题？",
    "覆盖率如何计算？",
    "什么是燃烧速率？",
    "告警的 group_wait 默认是多少秒？",
    "抽样应当根据什么决定？",
    "拒答率上升说明什么？",
    "直方图的桶边界包含上界吗？",
    "如何核查答案中的数字？",
    "今天上海的天气怎么样？",
    "红烧肉怎么做？",
    "谁是这个项目的负责人？",
    "向量数据库 Milvus 的许可证价格是多少？",
  ],
  // Of this field, and nowhere in the documents: the right answer is a refusal.
  unanswerable: [
    "What does a Datadog licence for LLM monitoring cost per month?",
    "Who is the maintainer of the OpenTelemetry JavaScript SDK?",
    "Which GPU was used to train ColBERT?",
    "How many employees does TruEra have?",
    "When was Alertmanager 0.28 released?",
    "Does Elasticsearch Serverless support ColBERT vectors on Azure?",
    "What is the context window of Claude Opus?",
    "Which vector database won the 2025 throughput shootout?",
    "How do I install Grafana Loki on Windows?",
    "What is the salary of a prompt engineer in Berlin?",
    "Which Kubernetes operator deploys the Qdrant cluster?",
    "How many stars does the ragas repository have on GitHub?",
    "What is the maximum file size of a Pinecone namespace backup?",
    "What colour is the Prometheus logo?",
    "Which court ruled on the copyright of embeddings?",
    "How do I migrate from Weaviate to pgvector?",
  ],
  // Nothing to do with the documents, but some share a word with them.
  off_topic: [
    "How do I bake sourdough bread?",
    "Who won the football world cup in 2018?",
    "What is the capital of Mongolia?",
    "Write a poem about autumn leaves",
    "How long does a flight from Paris to Tokyo take?",
    "Can I return my shoes after two weeks?",
    "What is the boiling point of water on Mount Everest?",
    "Recommend a horror movie for tonight",
    "How do I treat a sprained ankle?",
    "What was the stock price of Apple yesterday?",
    "Translate good morning into Italian",
    "How many legs does a spider have?",
    "Which medicine helps against hay fever?",
    "Tell me a joke about penguins",
    "When does the next train to Lyon leave?",
    "What is the best budget laptop for students?",
    "How do I water an orchid?",
    "Who painted the ceiling of the Sistine Chapel?",
  ],
};

/** The intent classes that there are queries of. */
export const intentClasses: readonly string[] = Object.keys(queriesByIntent);

/** All queries, the intent classes mixed as they would arrive. */
export const demoQueries: readonly DemoQuery[] = mixed(
  Object.entries(queriesByIntent).map(([intentClass, queries]) =>
    queries.map((query) => ({ query, intentClass: intentClass as IntentClass })),
  ),
);

/** Interleaves lists of different length evenly, each in its own order. */
function mixed<T>(lists: readonly (readonly T[])[]): T[] {
  return lists
    .flatMap((list) => list.map((item, position) => ({ item, place: (position + 0.5) / list.length })))
    .sort((left, right) => left.place - right.place)
    .map(({ item }) => item);
}
