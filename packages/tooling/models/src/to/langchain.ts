import { strictestApi } from '../adapt/model-apis.ts';
import type { JsonSchema, ToolReport } from '../adapt/model-tool.ts';
import type { ModelAnswer } from '../calls/answer-calls.ts';
import { checkOptions, type LoopToolsOptions } from '../calls/answer-options.ts';
import type { ToolArguments } from '../source/model-tool-source.ts';
import { prepareTools, requireSdkFunctions, splitArguments } from './prepare-tools.ts';

/** The configuration that LangChain passes with a call. */
export interface LangChainConfig {
  readonly signal?: AbortSignal | undefined;
  readonly toolCall?: { readonly id?: string | undefined } | undefined;
}

/** Options of `toLangChain`. */
export interface LangChainOptions<SdkTool, Message> extends LoopToolsOptions {
  /** `tool` of `@langchain/core/tools`. */
  readonly tool: (
    run: (input: unknown, config: LangChainConfig) => Promise<[string | Message, unknown]>,
    fields: LangChainFields,
  ) => SdkTool;
  /** `ToolMessage` of `@langchain/core/messages`. */
  readonly ToolMessage: new (
    fields: LangChainFailure,
  ) => Message;
}

/** The fields that `tool()` gets. */
export interface LangChainFields {
  name: string;
  description: string;
  schema: LangChainSchema;
  responseFormat: 'content_and_artifact';
}

/** The schema as a Standard JSON Schema, which LangChain sends to models but does not validate. */
export interface LangChainSchema {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'toolwire';
    readonly jsonSchema: { input(): Record<string, unknown>; output(): Record<string, unknown> };
  };
}

/** The fields of the message for a failed call. */
export interface LangChainFailure {
  content: string;
  status: 'error';
  name: string;
  tool_call_id: string;
}

/** Tools for LangChain's models and agents, which run them in their own loop. */
export interface LangChainTools<SdkTool> {
  readonly tools: SdkTool[];
  readonly report: readonly ToolReport[];
}

export async function createLangChainTools<SdkTool, Message>(
  args: ToolArguments<LangChainOptions<SdkTool, Message>>,
): Promise<LangChainTools<SdkTool>> {
  const split = splitArguments(args);
  checkOptions('toLangChain()', split.options, { attempts: true, tool: true, ToolMessage: true });
  const options = requireSdkFunctions('toLangChain()', split.options, ['tool', 'ToolMessage']);
  const { tool: createTool, ToolMessage, attempts } = options;
  const { adapted, answerCalls } = await prepareTools('toLangChain()', split, strictestApi, options);
  const sdkTools = adapted.tools.map(({ name, description, inputSchema }) => {
    const run = async (input: unknown, config: LangChainConfig): Promise<[string | Message, unknown]> => {
      const id = config.toolCall?.id;
      const [answer] = await answerCalls([{ id, name, input }], { signal: config.signal, attempts });
      return answerContent(
        answer,
        (content) => new ToolMessage({ content, status: 'error', name, tool_call_id: id ?? '' }),
      );
    };
    return createTool(run, {
      name,
      description,
      schema: standardSchema(inputSchema),
      responseFormat: 'content_and_artifact',
    });
  });
  return { tools: sdkTools, report: adapted.report };
}

function answerContent<Message>(
  answer: ModelAnswer | undefined,
  createFailure: (content: string) => Message,
): [string | Message, unknown] {
  const { text, isError, value } = answer ?? { text: 'The tool did not answer.', isError: true };
  return isError ? [createFailure(text), undefined] : [text, value];
}

function standardSchema(schema: JsonSchema): LangChainSchema {
  const copySchema = (): Record<string, unknown> => ({ ...schema });
  return { '~standard': { version: 1, vendor: 'toolwire', jsonSchema: { input: copySchema, output: copySchema } } };
}
