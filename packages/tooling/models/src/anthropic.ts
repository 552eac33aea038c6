import type { ToolCaller } from './calls/tool-result.ts';
import type { ModelToolList, ModelToolSource, ToolArguments } from './source/model-tool-source.ts';
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
export function toAnthropic(source: ModelToolSource, options?: AnthropicOptions): Promise<AnthropicTools>;
/** Uses `caller` for the calls of the tools. */
export function toAnthropic(
  tools: ModelToolList,
  caller: ToolCaller,
  options?: AnthropicOptions,
): Promise<AnthropicTools>;
export async function toAnthropic(...args: ToolArguments<AnthropicOptions>): Promise<AnthropicTools> {
  const { createAnthropicTools } = await import('./to/anthropic.ts');
  return createAnthropicTools(args);
}

/** Converts the tools of a client or server for the tool runner of Anthropic's SDK. */
export function toAnthropicRunner(
  source: ModelToolSource,
  options: AnthropicRunnerOptions,
): Promise<AnthropicRunnerTools>;
/** Uses `caller` for the calls of the tools. */
export function toAnthropicRunner(
  tools: ModelToolList,
  caller: ToolCaller,
  options: AnthropicRunnerOptions,
): Promise<AnthropicRunnerTools>;
export async function toAnthropicRunner(...args: ToolArguments<AnthropicRunnerOptions>): Promise<AnthropicRunnerTools> {
  const { createAnthropicRunnerTools } = await import('./to/anthropic-runner.ts');
  return createAnthropicRunnerTools(args);
}
