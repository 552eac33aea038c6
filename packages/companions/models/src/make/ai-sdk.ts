import type { ModelAnswer } from '../calls/answer-calls.ts';
import { checkOptions, type LoopToolsOptions } from '../calls/answer-options.ts';
import type { Reader } from '../offer/offer-tools.ts';
import type { ToolReport } from '../offer/tool-report.ts';
import type { Given } from '../source/model-tool-source.ts';
import { prepareTools } from './prepare-tools.ts';
import { takeArguments, withParts } from './take-arguments.ts';

/** What of the package `ai` is needed, and how tools are told. */
export interface AiSdkOptions<Schema> extends LoopToolsOptions {
  /** `jsonSchema` of the package `ai`. */
  readonly jsonSchema: (schema: object) => Schema;
}

/** What a model reads of an answer. */
export type AiSdkModelOutput = { type: 'text'; value: string } | { type: 'error-text'; value: string };

/** A tool of the AI SDK. */
export interface AiSdkTool<Schema> {
  type: 'dynamic';
  description: string;
  title?: string;
  inputSchema: Schema;
  /** Whether a user has to approve first: of tools that are marked as destructive. */
  needsApproval: boolean;
  execute(input: unknown, options: { toolCallId: string; abortSignal?: AbortSignal | undefined }): Promise<ModelAnswer>;
  toModelOutput(options: { output: unknown }): AiSdkModelOutput;
}

/** Tools for `generateText`, `streamText` and agents of the AI SDK, which answers calls by them itself. */
export interface AiSdkTools<Schema> {
  readonly tools: Record<string, AiSdkTool<Schema>>;
  readonly report: readonly ToolReport[];
}

// Which interface reads them is not known here, so that it is the strictest.
const reader: Reader = { parameterName: /^[A-Za-z_][A-Za-z0-9_]{0,63}$/ };

/** Makes tools for the AI SDK. */
export async function makeAiSdkTools<Schema>(given: Given<AiSdkOptions<Schema>>): Promise<AiSdkTools<Schema>> {
  const taken = takeArguments(given);
  checkOptions('toAiSdk()', taken.options, { attempts: true, jsonSchema: true });
  const options = withParts('toAiSdk()', taken.options, ['jsonSchema']);
  const { offer, answerCalls } = await prepareTools('toAiSdk()', taken, reader, options);
  const entries = offer.tools.map(({ name, description, inputSchema, tool }) => {
    const made: AiSdkTool<Schema> = {
      type: 'dynamic',
      description,
      ...(tool.title !== undefined && { title: tool.title }),
      // Without a check of its own: the tool's check has words from which a model learns.
      inputSchema: options.jsonSchema(inputSchema),
      needsApproval: tool.annotations?.destructive === true,
      async execute(input, { toolCallId: id, abortSignal: signal }) {
        const [answer = noAnswer] = await answerCalls([{ id, name, input }], { signal, attempts: options.attempts });
        return answer;
      },
      // What is thrown keeps its message alone on its way to a model, and no hint.
      toModelOutput: ({ output }) => ({
        type: isFailure(output) ? 'error-text' : 'text',
        value: isAnswer(output) ? output.text : noAnswer.text,
      }),
    };
    return [name, made] as const;
  });
  return { tools: Object.fromEntries(entries), report: offer.report };
}

const noAnswer: ModelAnswer = { text: 'There is no answer of the tool.', isError: true };

function isAnswer(output: unknown): output is ModelAnswer {
  return typeof output === 'object' && output !== null && 'text' in output && typeof output.text === 'string';
}

function isFailure(output: unknown): boolean {
  return !isAnswer(output) || output.isError;
}
