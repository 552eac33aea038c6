import type { AdaptedTools } from '../adapt/adapt-tools.ts';
import { openAiApi } from '../adapt/model-apis.ts';
import type { ToolReport } from '../adapt/model-tool.ts';
import type { TurnOptions } from '../calls/model-answer.ts';
import type { ModelToolSource } from '../source/model-tool-source.ts';
import type { DeferOptions, StrictModelToolsOptions } from './model-tools-options.ts';

/** A tool of the Responses API. */
export interface OpenAiResponsesTool {
  type: 'function';
  name: string;
  description: string;
  parameters: Record<string, unknown>;
  strict: boolean;
  defer_loading?: boolean;
}

/** An item of `response.output`; calls have the type `function_call`. */
export interface OpenAiResponsesItem {
  readonly type: string;
}

/** The input item that answers a call. */
export interface OpenAiResponsesResult {
  type: 'function_call_output';
  call_id: string;
  output: string;
}

/** Tools for the Responses API. */
export interface OpenAiResponsesTools {
  /** For `tools` of the request. */
  readonly tools: OpenAiResponsesTool[];
  readonly report: readonly ToolReport[];
  /** Answers the calls in `response.output` with one item per call for the next `input`. */
  readonly answer: (output: readonly OpenAiResponsesItem[], turn?: TurnOptions) => Promise<OpenAiResponsesResult[]>;
}

/** Options of `toOpenAiResponses`. */
export interface OpenAiResponsesOptions extends StrictModelToolsOptions, DeferOptions {}

const format = { functionName: 'toOpenAiResponses()', api: openAiApi, optionNames: ['deferLoading'] };

/** Converts the tools of a client or server for OpenAI's Responses API, and answers the calls of its models. */
export async function toOpenAiResponses(
  source: ModelToolSource,
  options: OpenAiResponsesOptions = {},
): Promise<OpenAiResponsesTools> {
  const { prepareTools } = await import('./prepare-tools.ts');
  const { adapted, answerCalls } = await prepareTools(source, options, format);
  return {
    tools: encodeTools(adapted, options),
    report: adapted.report,
    async answer(output, turn) {
      const calls = output.filter(isFunctionCall);
      const modelCalls = calls.map(({ call_id: id, name, arguments: input }) => ({ id, name, input }));
      const answers = await answerCalls(modelCalls, turn);
      return answers.map(({ text }, index) => ({
        type: 'function_call_output',
        call_id: calls[index]?.call_id ?? '',
        output: text,
      }));
    },
  };
}

function encodeTools({ tools }: AdaptedTools, { deferLoading }: DeferOptions): OpenAiResponsesTool[] {
  return tools.map(({ name, description, inputSchema, isStrict, tool }) => ({
    type: 'function',
    name,
    description,
    parameters: { ...inputSchema },
    strict: isStrict,
    ...(deferLoading?.(tool) === true && { defer_loading: true }),
  }));
}

interface FunctionCall extends OpenAiResponsesItem {
  /** The ID that the answer repeats, unlike the `id` of the item. */
  readonly call_id: string;
  readonly name: string;
  readonly arguments: string;
}

function isFunctionCall(item: OpenAiResponsesItem): item is FunctionCall {
  return item.type === 'function_call';
}
