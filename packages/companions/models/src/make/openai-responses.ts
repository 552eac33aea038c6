import type { TurnOptions } from '../calls/answer-calls.ts';
import { checkOptions, type DeferOptions, type StrictModelToolsOptions } from '../calls/answer-options.ts';
import type { Offer } from '../offer/offer-tools.ts';
import { openAiReader } from '../offer/openai-reader.ts';
import type { ToolReport } from '../offer/tool-report.ts';
import type { Given } from '../source/model-tool-source.ts';
import { prepareTools } from './prepare-tools.ts';
import { takeArguments } from './take-arguments.ts';

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

/** How tools are told by the Responses API. */
export interface OpenAiResponsesOptions extends StrictModelToolsOptions, DeferOptions {}

/** Makes tools for the Responses API. */
export async function makeOpenAiResponsesTools(given: Given<OpenAiResponsesOptions>): Promise<OpenAiResponsesTools> {
  const taken = takeArguments(given);
  const { options = {} } = taken;
  checkOptions('toOpenAiResponses()', options, { strict: true, deferLoading: true });
  const { offer, answerCalls } = await prepareTools('toOpenAiResponses()', taken, openAiReader, options);
  return {
    tools: toldResponsesTools(offer, options),
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

/** Tools as the Responses API takes them. */
function toldResponsesTools({ tools }: Offer, { deferLoading }: DeferOptions): OpenAiResponsesTool[] {
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
  /** Which its answer names, and not the `id` of the entry. */
  readonly call_id: string;
  readonly name: string;
  readonly arguments: string;
}

function isFunctionCall(item: OpenAiResponsesItem): item is FunctionCall {
  return item.type === 'function_call';
}
