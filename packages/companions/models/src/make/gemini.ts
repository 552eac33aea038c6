import type { ModelAnswer, TurnOptions } from '../calls/answer-calls.ts';
import { checkOptions, type ModelToolsOptions } from '../calls/answer-options.ts';
import type { Offer, Reader } from '../offer/offer-tools.ts';
import type { ToolReport } from '../offer/tool-report.ts';
import type { Given } from '../source/model-tool-source.ts';
import { prepareTools } from './prepare-tools.ts';
import { takeArguments } from './take-arguments.ts';

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

/** The answers to the calls of a turn, as the next of the contents. */
export interface GeminiResults {
  role: 'user';
  parts: GeminiResult[];
}

/** Tools for the Gemini API. */
export interface GeminiTools {
  /** For `config.tools` of the request. */
  readonly tools: { functionDeclarations: GeminiFunction[] }[];
  readonly report: readonly ToolReport[];
  /** Answers `response.functionCalls`: one content with all answers, in the order of the calls. */
  readonly answer: (calls: readonly GeminiCall[] | undefined, turn?: TurnOptions) => Promise<GeminiResults>;
}

/** What the Gemini API takes of a tool. */
const geminiReader: Reader = {
  parameterName: /^[A-Za-z_][A-Za-z0-9_]{0,63}$/,
  // https://ai.google.dev/gemini-api/docs/structured-output#json_schema_support, and the types of @google/genai.
  keywords: new Set([
    '$defs',
    '$ref',
    'type',
    'format',
    'title',
    'description',
    'enum',
    'items',
    'prefixItems',
    'minItems',
    'maxItems',
    'minimum',
    'maximum',
    'anyOf',
    'properties',
    'additionalProperties',
    'required',
  ]),
};

/** Makes tools for the Gemini API. */
export async function makeGeminiTools(given: Given<ModelToolsOptions>): Promise<GeminiTools> {
  const taken = takeArguments(given);
  const { options = {} } = taken;
  checkOptions('toGemini()', options);
  const { offer, answerCalls } = await prepareTools('toGemini()', taken, geminiReader, options);
  return {
    tools: [{ functionDeclarations: toldFunctions(offer) }],
    report: offer.report,
    async answer(calls = [], turn) {
      const asked = calls.map(({ id, name = '', args }) => ({ id, name, input: args }));
      const answers = await answerCalls(asked, turn);
      return {
        role: 'user',
        parts: answers.map((answer, index) => ({
          functionResponse: { ...identityOf(calls[index]), response: responseOf(answer) },
        })),
      };
    },
  };
}

/** Tools as the Gemini API takes them. */
function toldFunctions({ tools }: Offer): GeminiFunction[] {
  return tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    parametersJsonSchema: { ...inputSchema },
  }));
}

// Some models give no id: then the order tells.
function identityOf({ id, name = '' }: GeminiCall = {}): { id?: string; name: string } {
  return { ...(id !== undefined && { id }), name };
}

function responseOf(answer: ModelAnswer): Record<string, unknown> {
  if (answer.isError) return { error: answer.text };
  return { output: answer.value ?? answer.text };
}
