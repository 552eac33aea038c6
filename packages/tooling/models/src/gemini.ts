import type { AdaptedTools } from './adapt/adapt-tools.ts';
import { geminiApi } from './adapt/model-apis.ts';
import type { ToolReport } from './adapt/model-tool.ts';
import type { ModelAnswer, TurnOptions } from './calls/model-answer.ts';
import type { ModelToolSource } from './source/model-tool-source.ts';
import type { ModelToolsOptions } from './to/model-tools-options.ts';

/** A function as the Gemini API declares it. */
export interface GeminiFunction {
  name: string;
  description: string;
  parametersJsonSchema: Record<string, unknown>;
}

/** A call in `response.functionCalls`. */
export interface GeminiCall {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly args?: Readonly<Record<string, unknown>> | undefined;
}

/** The answer to a call. */
export interface GeminiResult {
  functionResponse: { id?: string; name: string; response: Record<string, unknown> };
}

/** The next content, with the answers to all calls of a turn. */
export interface GeminiResults {
  role: 'user';
  parts: GeminiResult[];
}

/** Tools for the Gemini API. */
export interface GeminiTools {
  /** For `config.tools` of the request. */
  readonly tools: { functionDeclarations: GeminiFunction[] }[];
  readonly report: readonly ToolReport[];
  /** Answers `response.functionCalls` with one content, in the order of the calls. */
  readonly answer: (calls: readonly GeminiCall[] | undefined, turn?: TurnOptions) => Promise<GeminiResults>;
}

const format = { functionName: 'toGemini()', api: geminiApi };

/** Converts the tools of a client or server for the Gemini API, and answers the calls of its models. */
export async function toGemini(source: ModelToolSource, options?: ModelToolsOptions): Promise<GeminiTools> {
  const { prepareTools } = await import('./to/prepare-tools.ts');
  const { adapted, answerCalls } = await prepareTools(source, options, format);
  return {
    tools: [{ functionDeclarations: encodeFunctions(adapted) }],
    report: adapted.report,
    async answer(calls = [], turn) {
      const modelCalls = calls.map(({ id, name = '', args: input }) => ({ id, name, input }));
      const answers = await answerCalls(modelCalls, turn);
      return {
        role: 'user',
        parts: answers.map((answer, index) => ({
          functionResponse: { ...identityOf(calls[index]), response: responseOf(answer) },
        })),
      };
    },
  };
}

function encodeFunctions({ tools }: AdaptedTools): GeminiFunction[] {
  return tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    parametersJsonSchema: { ...inputSchema },
  }));
}

// Without an ID, as with some models, the order matches answers to calls.
function identityOf({ id, name = '' }: GeminiCall = {}): { id?: string; name: string } {
  return { ...(id !== undefined && { id }), name };
}

function responseOf(answer: ModelAnswer): Record<string, unknown> {
  if (answer.isError) return { error: answer.text };
  return { output: answer.value ?? answer.text };
}
