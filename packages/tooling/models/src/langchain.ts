import { strictestApi } from './adapt/model-apis.ts';
import type { JsonSchema, ToolReport } from './adapt/model-tool.ts';
import type { ModelToolSource } from './source/model-tool-source.ts';
import type { LoopToolsOptions } from './to/model-tools-options.ts';

/** The details that LangChain passes with a call. */
export interface LangChainCall {
  readonly signal?: AbortSignal | undefined;
  readonly toolCall?: { readonly id?: string | undefined } | undefined;
}

/** Options of `toLangChain`. */
export interface LangChainOptions<SdkTool, Message> extends LoopToolsOptions {
  /** `tool` of `@langchain/core/tools`. */
  readonly tool: (
    run: (input: unknown, call: LangChainCall) => Promise<[string | Message, unknown]>,
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

const format = { functionName: 'toLangChain()', api: strictestApi, sdkFunctions: ['tool', 'ToolMessage'] };

/** Converts the tools of a client or server for LangChain. */
export async function toLangChain<SdkTool, Message>(
  source: ModelToolSource,
  options: LangChainOptions<SdkTool, Message>,
): Promise<LangChainTools<SdkTool>> {
  const { prepareTools } = await import('./to/prepare-tools.ts');
  const { adapted, answerOne } = await prepareTools(source, options, format);
  const { tool: createTool, ToolMessage, attempts } = options;
  const sdkTools = adapted.tools.map(({ name, description, inputSchema }) => {
    const run = async (input: unknown, { signal, toolCall }: LangChainCall): Promise<[string | Message, unknown]> => {
      const id = toolCall?.id;
      const { text, isError, value } = await answerOne({ id, name, input }, { signal, attempts });
      return isError
        ? [new ToolMessage({ content: text, status: 'error', name, tool_call_id: id ?? '' }), undefined]
        : [text, value];
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

function standardSchema(schema: JsonSchema): LangChainSchema {
  const copySchema = (): Record<string, unknown> => ({ ...schema });
  return { '~standard': { version: 1, vendor: 'toolwire', jsonSchema: { input: copySchema, output: copySchema } } };
}
