import type { ModelToolsOptions } from './calls/answer-options.ts';
import type { ToolCaller } from './calls/tool-result.ts';
import type { ModelToolList, ModelToolSource, ToolArguments } from './source/model-tool-source.ts';
import type { GeminiTools } from './to/gemini.ts';

export type { GeminiCall, GeminiFunction, GeminiResult, GeminiResults, GeminiTools } from './to/gemini.ts';

/** Converts the tools of a client or server for the Gemini API, and answers the calls of its models. */
export function toGemini(source: ModelToolSource, options?: ModelToolsOptions): Promise<GeminiTools>;
/** Uses `caller` for the calls of the tools. */
export function toGemini(tools: ModelToolList, caller: ToolCaller, options?: ModelToolsOptions): Promise<GeminiTools>;
export async function toGemini(...args: ToolArguments<ModelToolsOptions>): Promise<GeminiTools> {
  const { createGeminiTools } = await import('./to/gemini.ts');
  return createGeminiTools(args);
}
