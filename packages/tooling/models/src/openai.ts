import type { AdaptedTools } from './adapt/adapt-tools.ts';
import { openAiApi } from './adapt/model-apis.ts';
import type { ToolReport } from './adapt/model-tool.ts';
import type { ModelCall, TurnOptions } from './calls/model-answer.ts';
import type { ModelToolSource } from './source/model-tool-source.ts';
import type { DeferOptions, StrictModelToolsOptions } from './to/model-tools-options.ts';

/** A tool of the Chat Completions API. */
export interface OpenAiChatTool {
  type: 'function';
  function: { name: string; description: string; parameters: Record<string, unknown>; strict?: boolean };
}

/** A call in `message.tool_calls`. */
export interface OpenAiChatCall {
  readonly id: string;
  readonly function?: { readonly name: string; readonly arguments: string };
  readonly custom?: { readonly name: string };
}

/** The message that answers a call. */
export interface OpenAiChatResult {
  role: 'tool';
  tool_call_id: string;
  content: string;
}

/** Tools for the Chat Completions API. */
export interface OpenAiChatTools {
  /** For `tools` of the request. */
  readonly tools: OpenAiChatTool[];
  readonly report: readonly ToolReport[];
  /** Answers `message.tool_calls` with one message per call. Some compatible servers send null instead of no calls. */
  readonly answer: (
    calls: readonly OpenAiChatCall[] | null | undefined,
    turn?: TurnOptions,
  ) => Promise<OpenAiChatResult[]>;
}

const chatFormat = { functionName: 'toOpenAiChat()', api: openAiApi };

/** Converts the tools of a client or server for OpenAI's Chat Completions API, and answers the calls of its models. */
export async function toOpenAiChat(
  source: ModelToolSource,
  options?: StrictModelToolsOptions,
): Promise<OpenAiChatTools> {
  const { prepareTools } = await import('./to/prepare-tools.ts');
  const { adapted, answerCalls } = await prepareTools(source, options, chatFormat);
  return {
    tools: encodeChatTools(adapted),
    report: adapted.report,
    async answer(toolCalls, turn) {
      const calls = toolCalls ?? [];
      const modelCalls = calls.map(
        ({ id, function: called, custom }): ModelCall => ({
          id,
          name: called?.name ?? custom?.name ?? '',
          input: called?.arguments,
        }),
      );
      const answers = await answerCalls(modelCalls, turn);
      // The API has no flag for failures, so only the text describes it.
      return answers.map(({ text }, index) => ({
        role: 'tool',
        tool_call_id: calls[index]?.id ?? '',
        content: text,
      }));
    },
  };
}

function encodeChatTools({ tools }: AdaptedTools): OpenAiChatTool[] {
  return tools.map(({ name, description, inputSchema, isStrict }) => ({
    type: 'function',
    function: { name, description, parameters: { ...inputSchema }, ...(isStrict && { strict: true }) },
  }));
}

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

const responsesFormat = { functionName: 'toOpenAiResponses()', api: openAiApi, optionNames: ['deferLoading'] };

/** Converts the tools of a client or server for OpenAI's Responses API, and answers the calls of its models. */
export async function toOpenAiResponses(
  source: ModelToolSource,
  options: OpenAiResponsesOptions = {},
): Promise<OpenAiResponsesTools> {
  const { prepareTools } = await import('./to/prepare-tools.ts');
  const { adapted, answerCalls } = await prepareTools(source, options, responsesFormat);
  return {
    tools: encodeResponsesTools(adapted, options),
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

function encodeResponsesTools({ tools }: AdaptedTools, { deferLoading }: DeferOptions): OpenAiResponsesTool[] {
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
