export {
  type LangChainConfig,
  type LangChainFailure,
  type LangChainFields,
  type LangChainOptions,
  type LangChainSchema,
  type LangChainTools,
  toLangChain,
} from './to/langchain.ts';
