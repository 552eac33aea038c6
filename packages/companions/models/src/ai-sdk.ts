import type { ToolCaller } from './calls/tool-result.ts';
import type { AiSdkOptions, AiSdkTools } from './make/ai-sdk.ts';
import type { Given, ModelToolList, ModelToolSource } from './source/model-tool-source.ts';

export type { AiSdkModelOutput, AiSdkOptions, AiSdkTool, AiSdkTools } from './make/ai-sdk.ts';

/** Hands the tools of a client or a server to models by the AI SDK, of the majors 6 and 7. */
export function toAiSdk<Schema>(source: ModelToolSource, options: AiSdkOptions<Schema>): Promise<AiSdkTools<Schema>>;
/** The same for tools that another calls. */
export function toAiSdk<Schema>(
  tools: ModelToolList,
  caller: ToolCaller,
  options: AiSdkOptions<Schema>,
): Promise<AiSdkTools<Schema>>;
export async function toAiSdk<Schema>(...given: Given<AiSdkOptions<Schema>>): Promise<AiSdkTools<Schema>> {
  const { makeAiSdkTools } = await import('./make/ai-sdk.ts');
  return makeAiSdkTools(given);
}
