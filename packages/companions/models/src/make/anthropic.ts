import type { TurnOptions } from '../calls/answer-calls.ts';
import {
  checkOptions,
  type DeferOptions,
  type ExampleOptions,
  type StrictModelToolsOptions,
} from '../calls/answer-options.ts';
import { examplesOf } from '../offer/anthropic-examples.ts';
import { anthropicReader } from '../offer/anthropic-reader.ts';
import type { Offer } from '../offer/offer-tools.ts';
import type { ToolReport } from '../offer/tool-report.ts';
import type { Given } from '../source/model-tool-source.ts';
import { prepareTools } from './prepare-tools.ts';
import { takeArguments } from './take-arguments.ts';

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

/** How tools are told to Anthropic's models. */
export interface AnthropicOptions extends StrictModelToolsOptions, DeferOptions, ExampleOptions {}

/** Makes tools for the Messages API. */
export async function makeAnthropicTools(given: Given<AnthropicOptions>): Promise<AnthropicTools> {
  const taken = takeArguments(given);
  const { options = {} } = taken;
  checkOptions('toAnthropic()', options, { strict: true, deferLoading: true, inputExamples: true });
  const { offer, answerCalls } = await prepareTools('toAnthropic()', taken, anthropicReader, options);
  return {
    tools: toldTools(offer, options),
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

/** Tools as the Messages API takes them. */
export function toldTools(
  { tools }: Offer,
  { deferLoading, inputExamples }: DeferOptions & ExampleOptions,
): AnthropicTool[] {
  return tools.map(({ name, description, inputSchema, isStrict, tool, disclose }) => ({
    name,
    description,
    input_schema: { ...inputSchema, type: 'object' },
    ...(isStrict && { strict: true }),
    ...(deferLoading?.(tool) === true && { defer_loading: true }),
    ...examplesOf(inputExamples?.(tool), disclose),
  }));
}

interface ToolUse extends AnthropicBlock {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

function isToolUse(block: AnthropicBlock): block is ToolUse {
  return block.type === 'tool_use';
}
