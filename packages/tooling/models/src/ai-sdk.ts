import type { ModelToolSource } from './source/model-tool-source.ts';
import type { AiSdkOptions, AiSdkTools } from './to/ai-sdk.ts';

export type { AiSdkModelOutput, AiSdkOptions, AiSdkTool, AiSdkTools } from './to/ai-sdk.ts';

/** Converts the tools of a client or server for the AI SDK 6 or 7. */
export async function toAiSdk<Schema>(
  source: ModelToolSource,
  options: AiSdkOptions<Schema>,
): Promise<AiSdkTools<Schema>> {
  const { createAiSdkTools } = await import('./to/ai-sdk.ts');
  return createAiSdkTools(source, options);
}
