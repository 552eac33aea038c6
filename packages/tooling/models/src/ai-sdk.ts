import type { ToolCaller } from './calls/tool-result.ts';
import type { ModelToolList, ModelToolSource, ToolArguments } from './source/model-tool-source.ts';
import type { AiSdkOptions, AiSdkTools } from './to/ai-sdk.ts';

export type { AiSdkModelOutput, AiSdkOptions, AiSdkTool, AiSdkTools } from './to/ai-sdk.ts';

/** Converts the tools of a client or server for the AI SDK 6 or 7. */
export function toAiSdk<Schema>(source: ModelToolSource, options: AiSdkOptions<Schema>): Promise<AiSdkTools<Schema>>;
/** Uses `caller` for the calls of the tools. */
export function toAiSdk<Schema>(
  tools: ModelToolList,
  caller: ToolCaller,
  options: AiSdkOptions<Schema>,
): Promise<AiSdkTools<Schema>>;
export async function toAiSdk<Schema>(...args: ToolArguments<AiSdkOptions<Schema>>): Promise<AiSdkTools<Schema>> {
  const { createAiSdkTools } = await import('./to/ai-sdk.ts');
  return createAiSdkTools(args);
}
