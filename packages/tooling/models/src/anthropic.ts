import type { ModelToolSource } from './source/model-tool-source.ts';
import type { AnthropicOptions, AnthropicTools } from './to/anthropic.ts';
import type { AnthropicRunnerOptions, AnthropicRunnerTools } from './to/anthropic-runner.ts';

export type {
  AnthropicBlock,
  AnthropicOptions,
  AnthropicResult,
  AnthropicResults,
  AnthropicTool,
  AnthropicTools,
} from './to/anthropic.ts';
export type {
  AnthropicRun,
  AnthropicRunnableTool,
  AnthropicRunnerOptions,
  AnthropicRunnerTools,
} from './to/anthropic-runner.ts';

/** Converts the tools of a client or server for Anthropic's Messages API, and answers the calls of its models. */
export async function toAnthropic(source: ModelToolSource, options?: AnthropicOptions): Promise<AnthropicTools> {
  const { createAnthropicTools } = await import('./to/anthropic.ts');
  return createAnthropicTools(source, options);
}

/** Converts the tools of a client or server for the tool runner of Anthropic's SDK. */
export async function toAnthropicRunner(
  source: ModelToolSource,
  options: AnthropicRunnerOptions,
): Promise<AnthropicRunnerTools> {
  const { createAnthropicRunnerTools } = await import('./to/anthropic-runner.ts');
  return createAnthropicRunnerTools(source, options);
}
