import { createAnswerCalls, type TurnOptions } from './calls/answer-calls.ts';
import {
  checkOptions,
  type DeferOptions,
  type ExampleOptions,
  type StrictModelToolsOptions,
} from './calls/answer-options.ts';
import type { ToolCaller } from './calls/tool-result.ts';
import { examplesOf } from './offer/anthropic-examples.ts';
import { anthropicReader } from './offer/anthropic-reader.ts';
import type { ModelTool } from './offer/model-tool.ts';
import { offerTools } from './offer/offer-tools.ts';
import type { ToolReport } from './offer/tool-report.ts';

export {
  type AnthropicRun,
  type AnthropicRunnableTool,
  type AnthropicRunnerOptions,
  type AnthropicRunnerTools,
  toAnthropicRunner,
} from './anthropic-runner.ts';

/** A tool of the Messages API. */
export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: { type: 'object'; [keyword: string]: unknown };
  strict?: boolean;
  defer_loading?: boolean;
  input_examples?: { [name: string]: unknown }[];
}

/** A block of `message.content`; calls are those of the type `tool_use`. */
export interface AnthropicBlock {
  readonly type: string;
}

/** The answer to a call. */
export interface AnthropicResult {
  type: 'tool_result';
  tool_use_id: string;
  content: string;
  is_error: boolean;
}

/** The answers to the calls of a turn, as the next message. */
export interface AnthropicResults {
  role: 'user';
  content: AnthropicResult[];
}

/** Tools for the Messages API. */
export interface AnthropicTools {
  /** For `tools` of the request. */
  readonly tools: AnthropicTool[];
  readonly report: readonly ToolReport[];
  /** Answers the calls in `message.content`: one message with all answers. */
  readonly answer: (content: readonly AnthropicBlock[], turn?: TurnOptions) => Promise<AnthropicResults>;
}

/** Hands tools to models by Anthropic's Messages API, and answers what they call. */
export function toAnthropic(
  tools: readonly ModelTool[],
  caller: ToolCaller,
  options: StrictModelToolsOptions & DeferOptions & ExampleOptions = {},
): AnthropicTools {
  checkOptions('toAnthropic()', options, { strict: true, deferLoading: true, inputExamples: true });
  const offer = offerTools(tools, anthropicReader, options);
  const answerCalls = createAnswerCalls(offer, caller, options);
  return {
    tools: offer.tools.map(({ name, description, inputSchema, isStrict, tool, disclose }) => ({
      name,
      description,
      input_schema: { ...inputSchema, type: 'object' },
      ...(isStrict && { strict: true }),
      ...(options.deferLoading?.(tool) === true && { defer_loading: true }),
      ...examplesOf(options.inputExamples?.(tool), disclose),
    })),
    report: offer.report,
    async answer(content, turn) {
      const calls = content.filter(isToolUse);
      const answers = await answerCalls(calls, turn);
      return {
        role: 'user',
        content: answers.map(({ text, isError }, index) => ({
          type: 'tool_result',
          tool_use_id: calls[index]?.id ?? '',
          content: text,
          is_error: isError,
        })),
      };
    },
  };
}

interface ToolUse extends AnthropicBlock {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

function isToolUse(block: AnthropicBlock): block is ToolUse {
  return block.type === 'tool_use';
}
