import type { ModelToolsOptions } from './calls/answer-options.ts';
import type { ToolCaller } from './calls/tool-result.ts';
import type { GeminiTools } from './make/gemini.ts';
import type { Given, ModelToolList, ModelToolSource } from './source/model-tool-source.ts';

export type { GeminiCall, GeminiFunction, GeminiResult, GeminiResults, GeminiTools } from './make/gemini.ts';

/** Hands the tools of a client or a server to models by the Gemini API, and answers what they call. */
export function toGemini(source: ModelToolSource, options?: ModelToolsOptions): Promise<GeminiTools>;
/** The same for tools that another calls. */
export function toGemini(tools: ModelToolList, caller: ToolCaller, options?: ModelToolsOptions): Promise<GeminiTools>;
export async function toGemini(...given: Given<ModelToolsOptions>): Promise<GeminiTools> {
  const { makeGeminiTools } = await import('./make/gemini.ts');
  return makeGeminiTools(given);
}
