import type { ModelToolSource } from './source/model-tool-source.ts';
import type { LangChainOptions, LangChainTools } from './to/langchain.ts';

export type {
  LangChainConfig,
  LangChainFailure,
  LangChainFields,
  LangChainOptions,
  LangChainSchema,
  LangChainTools,
} from './to/langchain.ts';

/** Converts the tools of a client or server for LangChain. */
export async function toLangChain<SdkTool, Message>(
  source: ModelToolSource,
  options: LangChainOptions<SdkTool, Message>,
): Promise<LangChainTools<SdkTool>> {
  const { createLangChainTools } = await import('./to/langchain.ts');
  return createLangChainTools(source, options);
}
