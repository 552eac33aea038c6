import { checkOptions, type DeferOptions, type StrictLoopToolsOptions } from '../calls/answer-options.ts';
import type { JsonSchema } from '../offer/model-tool.ts';
import { openAiReader } from '../offer/openai-reader.ts';
import type { ToolReport } from '../offer/tool-report.ts';
import type { Given } from '../source/model-tool-source.ts';
import { prepareTools } from './prepare-tools.ts';
import { takeArguments, withParts } from './take-arguments.ts';

/** What an agent says of the call that it runs. */
export interface OpenAiAgentsCall {
  readonly toolCall?: { readonly callId: string };
  readonly signal?: AbortSignal;
}

/** What a tool is made of. */
export interface OpenAiAgentsFields {
  name: string;
  description: string;
  parameters: OpenAiAgentsParameters;
  strict: false;
  /** Whether a user has to approve first: of tools that are marked as destructive. */
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

/** What of the package `@openai/agents` is needed, and how tools are told. */
export interface OpenAiAgentsOptions<Made> extends StrictLoopToolsOptions, DeferOptions {
  /** `tool` of `@openai/agents`. */
  readonly tool: (fields: OpenAiAgentsFields) => Made;
}

/** Tools for `new Agent({ tools })`, whose runs answer calls by them themselves. */
export interface OpenAiAgentsTools<Made> {
  readonly tools: Made[];
  readonly report: readonly ToolReport[];
}

/** Makes tools for the OpenAI Agents SDK. */
export async function makeOpenAiAgentsTools<Made extends object>(
  given: Given<OpenAiAgentsOptions<Made>>,
): Promise<OpenAiAgentsTools<Made>> {
  const taken = takeArguments(given);
  checkOptions('toOpenAiAgents()', taken.options, { strict: true, attempts: true, deferLoading: true, tool: true });
  const options = withParts('toOpenAiAgents()', taken.options, ['tool']);
  const { tool: makeTool, attempts } = options;
  const { offer, answerCalls } = await prepareTools('toOpenAiAgents()', taken, openAiReader, options);
  const made = offer.tools.map(({ name, description, inputSchema, isStrict, tool }) => {
    const execute: OpenAiAgentsFields['execute'] = async (input, _context, { toolCall, signal } = {}) => {
      const [answer] = await answerCalls([{ id: toolCall?.callId, name, input }], { signal, attempts });
      // There is no mark for failures: the text says so. What is thrown would be told in other words.
      return answer?.text ?? 'There is no answer of the tool.';
    };
    const needsApproval = tool.annotations?.destructive === true;
    const parameters = parametersOf(inputSchema);
    const isDeferred = options.deferLoading?.(tool) === true;
    // Their `tool` writes names without `-`, and strict schemas anew: ours are in the form that is sent.
    const own = makeTool({
      name,
      description,
      parameters,
      strict: false,
      needsApproval,
      execute,
      ...(isDeferred && { deferLoading: true }),
    });
    return { ...own, name, strict: isStrict };
  });
  return { tools: made, report: offer.report };
}

// Their types know objects that are open or closed alone; what the schema says stands.
function parametersOf(schema: JsonSchema): OpenAiAgentsParameters {
  return { type: 'object', properties: {}, required: [], additionalProperties: true, ...schema };
}
