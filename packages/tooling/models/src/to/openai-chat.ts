import type { AdaptedTools } from '../adapt/adapt-tools.ts';
import { openAiApi } from '../adapt/model-apis.ts';
import type { ToolReport } from '../adapt/model-tool.ts';
import type { ModelCall, TurnOptions } from '../calls/model-answer.ts';
import type { ModelToolSource } from '../source/model-tool-source.ts';
import type { StrictModelToolsOptions } from './model-tools-options.ts';

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

const format = { functionName: 'toOpenAiChat()', api: openAiApi };

/** Converts the tools of a client or server for OpenAI's Chat Completions API, and answers the calls of its models. */
export async function toOpenAiChat(
  source: ModelToolSource,
  options?: StrictModelToolsOptions,
): Promise<OpenAiChatTools> {
  const { prepareTools } = await import('./prepare-tools.ts');
  const { adapted, answerCalls } = await prepareTools(source, options, format);
  return {
    tools: encodeTools(adapted),
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

function encodeTools({ tools }: AdaptedTools): OpenAiChatTool[] {
  return tools.map(({ name, description, inputSchema, isStrict }) => ({
    type: 'function',
    function: { name, description, parameters: { ...inputSchema }, ...(isStrict && { strict: true }) },
  }));
}
