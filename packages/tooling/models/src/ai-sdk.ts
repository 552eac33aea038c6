import { strictestApi } from './adapt/model-apis.ts';
import type { ToolReport } from './adapt/model-tool.ts';
import type { ModelAnswer } from './calls/model-answer.ts';
import type { ModelToolSource } from './source/model-tool-source.ts';
import type { LoopToolsOptions } from './to/model-tools-options.ts';

/** Options of `toAiSdk`. */
export interface AiSdkOptions<Schema> extends LoopToolsOptions {
  /** `jsonSchema` of the package `ai`. */
  readonly jsonSchema: (schema: object) => Schema;
}

/** The text that a model reads. */
export type AiSdkModelOutput = { type: 'text'; value: string } | { type: 'error-text'; value: string };

/** A tool of the AI SDK. */
export interface AiSdkTool<Schema> {
  type: 'dynamic';
  description: string;
  title?: string;
  inputSchema: Schema;
  /** Whether a user must approve the call, for tools that are marked as destructive. */
  needsApproval: boolean;
  execute(input: unknown, options: { toolCallId: string; abortSignal?: AbortSignal | undefined }): Promise<ModelAnswer>;
  toModelOutput(options: { output: unknown }): AiSdkModelOutput;
}

/** Tools for `generateText`, `streamText` and agents of the AI SDK, which runs them in its own loop. */
export interface AiSdkTools<Schema> {
  readonly tools: Record<string, AiSdkTool<Schema>>;
  readonly report: readonly ToolReport[];
}

const format = { functionName: 'toAiSdk()', api: strictestApi, sdkFunctions: ['jsonSchema'] };

/** Converts the tools of a client or server for the AI SDK 6 or 7. */
export async function toAiSdk<Schema>(
  source: ModelToolSource,
  options: AiSdkOptions<Schema>,
): Promise<AiSdkTools<Schema>> {
  const { noAnswer, prepareTools } = await import('./to/prepare-tools.ts');
  const { adapted, answerOne } = await prepareTools(source, options, format);
  const entries = adapted.tools.map(({ name, description, inputSchema, tool }) => {
    const sdkTool: AiSdkTool<Schema> = {
      type: 'dynamic',
      description,
      ...(tool.title !== undefined && { title: tool.title }),
      // Without validation, because the messages of the tool's own validation help a model more.
      inputSchema: options.jsonSchema(inputSchema),
      needsApproval: tool.annotations?.destructive === true,
      execute(input, { toolCallId: id, abortSignal: signal }) {
        return answerOne({ id, name, input }, { signal, attempts: options.attempts });
      },
      // A thrown error would lose the hint for the model.
      toModelOutput({ output }) {
        const { text, isError } = isAnswer(output) ? output : noAnswer;
        return { type: isError ? 'error-text' : 'text', value: text };
      },
    };
    return [name, sdkTool] as const;
  });
  return { tools: Object.fromEntries(entries), report: adapted.report };
}

function isAnswer(output: unknown): output is ModelAnswer {
  return typeof output === 'object' && output !== null && 'text' in output && typeof output.text === 'string';
}
