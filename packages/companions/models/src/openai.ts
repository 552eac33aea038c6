import { type AnswerCalls, createAnswerCalls, type ModelCall, type TurnOptions } from './calls/answer-calls.ts';
import { checkOptions, type DeferOptions, type StrictModelToolsOptions } from './calls/answer-options.ts';
import type { ToolCaller } from './calls/tool-result.ts';
import type { ModelTool } from './offer/model-tool.ts';
import { type Offer, offerTools } from './offer/offer-tools.ts';
import { openAiReader } from './offer/openai-reader.ts';
import type { ToolReport } from './offer/tool-report.ts';

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

/** The answer to a call, as the next message. */
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
  /** Answers `message.tool_calls`: a message for each. */
  readonly answer: (calls: readonly OpenAiChatCall[] | undefined, turn?: TurnOptions) => Promise<OpenAiChatResult[]>;
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

/** An entry of `response.output`; calls are those of the type `function_call`. */
export interface OpenAiResponsesItem {
  readonly type: string;
}

/** The answer to a call, as input of the next request. */
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
  /** Answers the calls in `response.output`: an entry for the input of the next request for each. */
  readonly answer: (output: readonly OpenAiResponsesItem[], turn?: TurnOptions) => Promise<OpenAiResponsesResult[]>;
}

/** Hands tools to models by OpenAI's Chat Completions API, and answers what they call. */
export function toOpenAiChat(
  tools: readonly ModelTool[],
  caller: ToolCaller,
  options: StrictModelToolsOptions = {},
): OpenAiChatTools {
  const { offer, answerCalls } = prepare('toOpenAiChat()', tools, caller, options);
  return {
    tools: offer.tools.map(({ name, description, inputSchema, isStrict }) => ({
      type: 'function',
      function: { name, description, parameters: { ...inputSchema }, ...(isStrict && { strict: true }) },
    })),
    report: offer.report,
    async answer(calls = [], turn) {
      const asked = calls.map(
        ({ id, function: called, custom }): ModelCall => ({
          id,
          name: called?.name ?? custom?.name ?? '',
          input: called?.arguments,
        }),
      );
      const answers = await answerCalls(asked, turn);
      // There is no mark for failures: the text says so.
      return answers.map(({ text }, index) => ({
        role: 'tool',
        tool_call_id: calls[index]?.id ?? '',
        content: text,
      }));
    },
  };
}

/** Hands tools to models by OpenAI's Responses API, and answers what they call. */
export function toOpenAiResponses(
  tools: readonly ModelTool[],
  caller: ToolCaller,
  options: StrictModelToolsOptions & DeferOptions = {},
): OpenAiResponsesTools {
  const { offer, answerCalls } = prepare('toOpenAiResponses()', tools, caller, options, { deferLoading: true });
  return {
    tools: offer.tools.map(({ name, description, inputSchema, isStrict, tool }) => ({
      type: 'function',
      name,
      description,
      parameters: { ...inputSchema },
      strict: isStrict,
      ...(options.deferLoading?.(tool) === true && { defer_loading: true }),
    })),
    report: offer.report,
    async answer(output, turn) {
      const calls = output.filter(isFunctionCall);
      const asked = calls.map(({ call_id: id, name, arguments: input }) => ({ id, name, input }));
      const answers = await answerCalls(asked, turn);
      return answers.map(({ text }, index) => ({
        type: 'function_call_output',
        call_id: calls[index]?.call_id ?? '',
        output: text,
      }));
    },
  };
}

interface FunctionCall extends OpenAiResponsesItem {
  /** Which its answer names, and not the `id` of the entry. */
  readonly call_id: string;
  readonly name: string;
  readonly arguments: string;
}

function isFunctionCall(item: OpenAiResponsesItem): item is FunctionCall {
  return item.type === 'function_call';
}

interface Prepared {
  readonly offer: Offer;
  readonly answerCalls: AnswerCalls;
}

function prepare(
  of: string,
  tools: readonly ModelTool[],
  caller: ToolCaller,
  options: StrictModelToolsOptions,
  more: Readonly<Record<string, true>> = {},
): Prepared {
  checkOptions(of, options, { strict: true, ...more });
  const offer = offerTools(tools, openAiReader, options);
  return { offer, answerCalls: createAnswerCalls(offer, caller, options) };
}
