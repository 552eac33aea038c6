import type { ModelToolsOptions } from './calls/answer-options.ts';
import type { ModelToolSource } from './source/model-tool-source.ts';
import type { GeminiTools } from './to/gemini.ts';

export type { GeminiCall, GeminiFunction, GeminiResult, GeminiResults, GeminiTools } from './to/gemini.ts';

/** Converts the tools of a client or server for the Gemini API, and answers the calls of its models. */
export async function toGemini(source: ModelToolSource, options?: ModelToolsOptions): Promise<GeminiTools> {
  const { createGeminiTools } = await import('./to/gemini.ts');
  return createGeminiTools(source, options);
}
