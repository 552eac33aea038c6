import type { ToolCaller } from './calls/tool-result.ts';
import type { ModelToolList, ModelToolSource, ToolArguments } from './source/model-tool-source.ts';
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
export function toLangChain<Made, Message>(
  source: ModelToolSource,
  options: LangChainOptions<Made, Message>,
): Promise<LangChainTools<Made>>;
/** Uses `caller` for the calls of the tools. */
export function toLangChain<Made, Message>(
  tools: ModelToolList,
  caller: ToolCaller,
  options: LangChainOptions<Made, Message>,
): Promise<LangChainTools<Made>>;
export async function toLangChain<Made, Message>(
  ...args: ToolArguments<LangChainOptions<Made, Message>>
): Promise<LangChainTools<Made>> {
  const { makeLangChainTools } = await import('./to/langchain.ts');
  return makeLangChainTools(args);
}
