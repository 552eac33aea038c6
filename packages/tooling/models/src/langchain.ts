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
export function toLangChain<SdkTool, Message>(
  source: ModelToolSource,
  options: LangChainOptions<SdkTool, Message>,
): Promise<LangChainTools<SdkTool>>;
/** Uses `caller` for the calls of the tools. */
export function toLangChain<SdkTool, Message>(
  tools: ModelToolList,
  caller: ToolCaller,
  options: LangChainOptions<SdkTool, Message>,
): Promise<LangChainTools<SdkTool>>;
export async function toLangChain<SdkTool, Message>(
  ...args: ToolArguments<LangChainOptions<SdkTool, Message>>
): Promise<LangChainTools<SdkTool>> {
  const { createLangChainTools } = await import('./to/langchain.ts');
  return createLangChainTools(args);
}
