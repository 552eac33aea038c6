import { openAiApi } from './adapt/model-apis.ts';
import type { JsonSchema, ToolReport } from './adapt/model-tool.ts';
import type { ModelToolSource } from './source/model-tool-source.ts';
import type { DeferOptions, StrictLoopToolsOptions } from './to/model-tools-options.ts';

/** The details that an agent passes with a call. */
export interface OpenAiAgentsCall {
  readonly toolCall?: { readonly callId: string };
  readonly signal?: AbortSignal;
}

/** The fields that `tool()` gets. */
export interface OpenAiAgentsFields {
  name: string;
  description: string;
  parameters: OpenAiAgentsParameters;
  strict: false;
  /** Whether a user must approve the call, for tools that are marked as destructive. */
  needsApproval: boolean;
  deferLoading?: true;
  execute(input: unknown, context?: unknown, call?: OpenAiAgentsCall): Promise<string>;
}

/** The parameters of a tool. */
export interface OpenAiAgentsParameters {
  type: 'object';
  properties: Record<string, object>;
  required: string[];
  additionalProperties: true;
}

/** Options of `toOpenAiAgents`. */
export interface OpenAiAgentsOptions<SdkTool> extends StrictLoopToolsOptions, DeferOptions {
  /** `tool` of `@openai/agents`. */
  readonly tool: (fields: OpenAiAgentsFields) => SdkTool;
}

/** Tools for `new Agent({ tools })`, which runs them in its own loop. */
export interface OpenAiAgentsTools<SdkTool> {
  readonly tools: SdkTool[];
  readonly report: readonly ToolReport[];
}

const format = {
  functionName: 'toOpenAiAgents()',
  api: openAiApi,
  optionNames: ['deferLoading'],
  sdkFunctions: ['tool'],
};

/** Converts the tools of a client or server for the OpenAI Agents SDK. */
export async function toOpenAiAgents<SdkTool extends object>(
  source: ModelToolSource,
  options: OpenAiAgentsOptions<SdkTool>,
): Promise<OpenAiAgentsTools<SdkTool>> {
  const { prepareTools } = await import('./to/prepare-tools.ts');
  const { adapted, answerOne } = await prepareTools(source, options, format);
  const { tool: createTool, attempts } = options;
  const sdkTools = adapted.tools.map(({ name, description, inputSchema, isStrict, tool }) => {
    const execute: OpenAiAgentsFields['execute'] = async (input, _context, { toolCall, signal } = {}) => {
      // The API has no flag for failures, so only the text describes it. The SDK would replace the text of a thrown error.
      return (await answerOne({ id: toolCall?.callId, name, input }, { signal, attempts })).text;
    };
    const needsApproval = tool.annotations?.destructive === true;
    const parameters = parametersOf(inputSchema);
    const isDeferred = options.deferLoading?.(tool) === true;
    // Their `tool()` removes `-` from names and rewrites strict schemas, so the final name and mode are set afterwards.
    const sdkTool = createTool({
      name,
      description,
      parameters,
      strict: false,
      needsApproval,
      execute,
      ...(isDeferred && { deferLoading: true }),
    });
    return { ...sdkTool, name, strict: isStrict };
  });
  return { tools: sdkTools, report: adapted.report };
}

// Their type requires these fields, and the fields of the schema override them.
function parametersOf(schema: JsonSchema): OpenAiAgentsParameters {
  return { type: 'object', properties: {}, required: [], additionalProperties: true, ...schema };
}
