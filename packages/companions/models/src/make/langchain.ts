import type { ModelAnswer } from '../calls/answer-calls.ts';
import { checkOptions, type LoopToolsOptions } from '../calls/answer-options.ts';
import type { JsonSchema } from '../offer/model-tool.ts';
import type { Reader } from '../offer/offer-tools.ts';
import type { ToolReport } from '../offer/tool-report.ts';
import type { Given } from '../source/model-tool-source.ts';
import { prepareTools } from './prepare-tools.ts';
import { takeArguments, withParts } from './take-arguments.ts';

/** What LangChain says of the call that it runs. */
export interface LangChainConfig {
  readonly signal?: AbortSignal | undefined;
  readonly toolCall?: { readonly id?: string | undefined } | undefined;
}

/** What of the package `@langchain/core` is needed, and how tools are told. */
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

/** What a tool is made of. */
export interface LangChainFields {
  name: string;
  description: string;
  schema: LangChainSchema;
  responseFormat: 'content_and_artifact';
}

/** The schema of a tool as a Standard JSON Schema, which LangChain tells to models and leaves the tool to check. */
export interface LangChainSchema {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'toolwire';
    readonly jsonSchema: { input(): Record<string, unknown>; output(): Record<string, unknown> };
  };
}

/** What a message of a failed call says. */
export interface LangChainFailure {
  content: string;
  status: 'error';
  name: string;
  tool_call_id: string;
}

/** Tools for LangChain's models and agents, which answer calls by them themselves. */
export interface LangChainTools<Made> {
  readonly tools: Made[];
  readonly report: readonly ToolReport[];
}

// Which interface reads them is not known here, so that it is the strictest.
const reader: Reader = { parameterName: /^[A-Za-z_][A-Za-z0-9_]{0,63}$/ };

/** Makes tools for LangChain. */
export async function makeLangChainTools<Made, Message>(
  given: Given<LangChainOptions<Made, Message>>,
): Promise<LangChainTools<Made>> {
  const taken = takeArguments(given);
  checkOptions('toLangChain()', taken.options, { attempts: true, tool: true, ToolMessage: true });
  const options = withParts('toLangChain()', taken.options, ['tool', 'ToolMessage']);
  const { tool: makeTool, ToolMessage, attempts } = options;
  const { offer, answerCalls } = await prepareTools('toLangChain()', taken, reader, options);
  const made = offer.tools.map(({ name, description, inputSchema }) => {
    const run = async (input: unknown, config: LangChainConfig): Promise<[string | Message, unknown]> => {
      const id = config.toolCall?.id;
      const [answer] = await answerCalls([{ id, name, input }], { signal: config.signal, attempts });
      return written(answer, (content) => new ToolMessage({ content, status: 'error', name, tool_call_id: id ?? '' }));
    };
    return makeTool(run, { name, description, schema: standard(inputSchema), responseFormat: 'content_and_artifact' });
  });
  return { tools: made, report: offer.report };
}

function written<Message>(
  answer: ModelAnswer | undefined,
  failed: (content: string) => Message,
): [string | Message, unknown] {
  const { text, isError, value } = answer ?? { text: 'There is no answer of the tool.', isError: true };
  return isError ? [failed(text), undefined] : [text, value];
}

function standard(schema: JsonSchema): LangChainSchema {
  const write = (): Record<string, unknown> => ({ ...schema });
  return { '~standard': { version: 1, vendor: 'toolwire', jsonSchema: { input: write, output: write } } };
}
