import type { AdaptedTool, AdaptedTools } from '../adapt/adapt-tools.ts';
import { anthropicApi } from '../adapt/model-apis.ts';
import type { ToolReport } from '../adapt/model-tool.ts';
import type { TurnOptions } from '../calls/model-answer.ts';
import type { ModelToolSource } from '../source/model-tool-source.ts';
import type { DeferOptions, ExampleOptions, StrictModelToolsOptions } from './model-tools-options.ts';

/** A tool of the Messages API. */
export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: { type: 'object'; [keyword: string]: unknown };
  strict?: boolean;
  defer_loading?: boolean;
  input_examples?: { [name: string]: unknown }[];
}

/** A block of `message.content`; calls have the type `tool_use`. */
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

/** The next message, with the answers to all calls of a turn. */
export interface AnthropicResults {
  role: 'user';
  content: AnthropicResult[];
}

/** Tools for the Messages API. */
export interface AnthropicTools {
  /** For `tools` of the request. */
  readonly tools: AnthropicTool[];
  readonly report: readonly ToolReport[];
  /** Answers the calls in `message.content` with one message. */
  readonly answer: (content: readonly AnthropicBlock[], turn?: TurnOptions) => Promise<AnthropicResults>;
}

/** Options of `toAnthropic`. */
export interface AnthropicOptions extends StrictModelToolsOptions, DeferOptions, ExampleOptions {}

const format = { functionName: 'toAnthropic()', api: anthropicApi, optionNames: ['deferLoading', 'inputExamples'] };

/** Converts the tools of a client or server for Anthropic's Messages API, and answers the calls of its models. */
export async function toAnthropic(source: ModelToolSource, options: AnthropicOptions = {}): Promise<AnthropicTools> {
  const { prepareTools } = await import('./prepare-tools.ts');
  const { adapted, answerCalls } = await prepareTools(source, options, format);
  return {
    tools: encodeTools(adapted, options),
    report: adapted.report,
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

/** Returns tools as the Messages API accepts them. */
export function encodeTools(
  { tools }: AdaptedTools,
  { deferLoading, inputExamples }: DeferOptions & ExampleOptions,
): AnthropicTool[] {
  return tools.map(({ name, description, inputSchema, isStrict, tool, toModelInput }) => ({
    name,
    description,
    input_schema: { ...inputSchema, type: 'object' },
    ...(isStrict && { strict: true }),
    ...(deferLoading?.(tool) === true && { defer_loading: true }),
    ...examplesOf(inputExamples?.(tool), toModelInput),
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

function examplesOf(
  inputs: readonly Readonly<Record<string, unknown>>[] = [],
  toModelInput: AdaptedTool['toModelInput'],
): { input_examples?: { [name: string]: unknown }[] } {
  return inputs.length === 0 ? {} : { input_examples: inputs.map((input) => ({ ...toModelInput(input) })) };
}
