import type { ToolCaller } from './calls/tool-result.ts';
import type { AnthropicOptions, AnthropicTools } from './make/anthropic.ts';
import type { AnthropicRunnerOptions, AnthropicRunnerTools } from './make/anthropic-runner.ts';
import type { Given, ModelToolList, ModelToolSource } from './source/model-tool-source.ts';

export type {
  AnthropicBlock,
  AnthropicOptions,
  AnthropicResult,
  AnthropicResults,
  AnthropicTool,
  AnthropicTools,
} from './make/anthropic.ts';
export type {
  AnthropicRun,
  AnthropicRunnableTool,
  AnthropicRunnerOptions,
  AnthropicRunnerTools,
} from './make/anthropic-runner.ts';

/** Hands the tools of a client or a server to models by Anthropic's Messages API, and answers what they call. */
export function toAnthropic(source: ModelToolSource, options?: AnthropicOptions): Promise<AnthropicTools>;
/** The same for tools that another calls. */
export function toAnthropic(
  tools: ModelToolList,
  caller: ToolCaller,
  options?: AnthropicOptions,
): Promise<AnthropicTools>;
export async function toAnthropic(...given: Given<AnthropicOptions>): Promise<AnthropicTools> {
  const { makeAnthropicTools } = await import('./make/anthropic.ts');
  return makeAnthropicTools(given);
}

/** Hands the tools of a client or a server to the tool runner of Anthropic's SDK. */
export function toAnthropicRunner(
  source: ModelToolSource,
  options: AnthropicRunnerOptions,
): Promise<AnthropicRunnerTools>;
/** The same for tools that another calls. */
export function toAnthropicRunner(
  tools: ModelToolList,
  caller: ToolCaller,
  options: AnthropicRunnerOptions,
): Promise<AnthropicRunnerTools>;
export async function toAnthropicRunner(...given: Given<AnthropicRunnerOptions>): Promise<AnthropicRunnerTools> {
  const { makeAnthropicRunnerTools } = await import('./make/anthropic-runner.ts');
  return makeAnthropicRunnerTools(given);
}
