export {
  type AnthropicBlock,
  type AnthropicOptions,
  type AnthropicResult,
  type AnthropicResults,
  type AnthropicTool,
  type AnthropicTools,
  toAnthropic,
} from './to/anthropic.ts';
export {
  type AnthropicRun,
  type AnthropicRunnableTool,
  type AnthropicRunnerOptions,
  type AnthropicRunnerTools,
  toAnthropicRunner,
} from './to/anthropic-runner.ts';
