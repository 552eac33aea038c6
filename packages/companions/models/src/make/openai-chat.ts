import type { ModelCall, TurnOptions } from '../calls/answer-calls.ts';
import { checkOptions, type StrictModelToolsOptions } from '../calls/answer-options.ts';
import type { Offer } from '../offer/offer-tools.ts';
import { openAiReader } from '../offer/openai-reader.ts';
import type { ToolReport } from '../offer/tool-report.ts';
import type { Given } from '../source/model-tool-source.ts';
import { prepareTools } from './prepare-tools.ts';
import { takeArguments } from './take-arguments.ts';

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

/** Makes tools for the Chat Completions API. */
export async function makeOpenAiChatTools(given: Given<StrictModelToolsOptions>): Promise<OpenAiChatTools> {
  const taken = takeArguments(given);
  const { options = {} } = taken;
  checkOptions('toOpenAiChat()', options, { strict: true });
  const { offer, answerCalls } = await prepareTools('toOpenAiChat()', taken, openAiReader, options);
  return {
    tools: toldChatTools(offer),
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

/** Tools as the Chat Completions API takes them. */
function toldChatTools({ tools }: Offer): OpenAiChatTool[] {
  return tools.map(({ name, description, inputSchema, isStrict }) => ({
    type: 'function',
    function: { name, description, parameters: { ...inputSchema }, ...(isStrict && { strict: true }) },
  }));
}
