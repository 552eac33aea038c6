import type { ToolCaller } from './calls/tool-result.ts';
import type { LangChainOptions, LangChainTools } from './make/langchain.ts';
import type { Given, ModelToolList, ModelToolSource } from './source/model-tool-source.ts';

export type {
  LangChainConfig,
  LangChainFailure,
  LangChainFields,
  LangChainOptions,
  LangChainSchema,
  LangChainTools,
} from './make/langchain.ts';

/** Hands the tools of a client or a server to models by LangChain. */
export function toLangChain<Made, Message>(
  source: ModelToolSource,
  options: LangChainOptions<Made, Message>,
): Promise<LangChainTools<Made>>;
/** The same for tools that another calls. */
export function toLangChain<Made, Message>(
  tools: ModelToolList,
  caller: ToolCaller,
  options: LangChainOptions<Made, Message>,
): Promise<LangChainTools<Made>>;
export async function toLangChain<Made, Message>(
  ...given: Given<LangChainOptions<Made, Message>>
): Promise<LangChainTools<Made>> {
  const { makeLangChainTools } = await import('./make/langchain.ts');
  return makeLangChainTools(given);
}
