import type { ModelAnswer } from '../calls/answer-calls.ts';
import { checkOptions, type LoopToolsOptions } from '../calls/answer-options.ts';
import { strictestApi } from '../offer/model-apis.ts';
import type { JsonSchema, ToolReport } from '../offer/model-tool.ts';
import type { ToolArguments } from '../source/model-tool-source.ts';
import { prepareTools, requireSdkFunctions, splitArguments } from './prepare-tools.ts';

/** The configuration that LangChain passes with a call. */
export interface LangChainConfig {
  readonly signal?: AbortSignal | undefined;
  readonly toolCall?: { readonly id?: string | undefined } | undefined;
}

/** Options of `toLangChain`. */
export interface LangChainOptions<Made, Message> extends LoopToolsOptions {
  /** `tool` of `@langchain/core/tools`. */
  readonly tool: (
    run: (input: unknown, config: LangChainConfig) => Promise<[string | Message, unknown]>,
    fields: LangChainFields,
  ) => Made;
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
export interface LangChainTools<Made> {
  readonly tools: Made[];
  readonly report: readonly ToolReport[];
}

export async function makeLangChainTools<Made, Message>(
  args: ToolArguments<LangChainOptions<Made, Message>>,
): Promise<LangChainTools<Made>> {
  const split = splitArguments(args);
  checkOptions('toLangChain()', split.options, { attempts: true, tool: true, ToolMessage: true });
  const options = requireSdkFunctions('toLangChain()', split.options, ['tool', 'ToolMessage']);
  const { tool: makeTool, ToolMessage, attempts } = options;
  const { offer, answerCalls } = await prepareTools('toLangChain()', split, strictestApi, options);
  const sdkTools = offer.tools.map(({ name, description, inputSchema }) => {
    const run = async (input: unknown, config: LangChainConfig): Promise<[string | Message, unknown]> => {
      const id = config.toolCall?.id;
      const [answer] = await answerCalls([{ id, name, input }], { signal: config.signal, attempts });
      return written(answer, (content) => new ToolMessage({ content, status: 'error', name, tool_call_id: id ?? '' }));
    };
    return makeTool(run, { name, description, schema: standard(inputSchema), responseFormat: 'content_and_artifact' });
  });
  return { tools: sdkTools, report: offer.report };
}

function written<Message>(
  answer: ModelAnswer | undefined,
  failed: (content: string) => Message,
): [string | Message, unknown] {
  const { text, isError, value } = answer ?? { text: 'The tool did not answer.', isError: true };
  return isError ? [failed(text), undefined] : [text, value];
}

function standard(schema: JsonSchema): LangChainSchema {
  const write = (): Record<string, unknown> => ({ ...schema });
  return { '~standard': { version: 1, vendor: 'toolwire', jsonSchema: { input: write, output: write } } };
}
