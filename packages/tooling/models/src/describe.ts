import type { DescribeForModels, ModelDescription, StrictDescription } from '@toolwire/internal';
import type { ToolReport } from './adapt/model-tool.ts';
import { toAiSdk } from './ai-sdk.ts';
import { toAnthropic } from './anthropic.ts';
import { toGemini } from './gemini.ts';
import { toLangChain } from './langchain.ts';
import { nameChange, nameTools } from './names/model-tool-names.ts';
import { toOpenAiChat, toOpenAiResponses } from './openai.ts';
import { toOpenAiAgents } from './openai-agents.ts';
import type { CallableTools } from './source/model-tool-source.ts';

export type {
  DescribedChange,
  DescribedTool,
  DescribeForModels,
  ModelDescription,
  StrictDescription,
} from '@toolwire/internal';

/** The tools in a request, and the report of their changes. */
interface Converted {
  readonly tools: object;
  readonly report: readonly ToolReport[];
}

interface Api {
  readonly api: string;
  readonly convert: (source: CallableTools, strict: 'auto' | 'off') => Promise<Converted>;
  readonly hasStrict?: true;
}

class NoMessage {}

const apis: readonly Api[] = [
  { api: 'OpenAI Responses', hasStrict: true, convert: (source, strict) => toOpenAiResponses(source, { strict }) },
  { api: 'OpenAI Chat', hasStrict: true, convert: (source, strict) => toOpenAiChat(source, { strict }) },
  {
    api: 'OpenAI Agents',
    hasStrict: true,
    convert: (source, strict) => toOpenAiAgents(source, { strict, tool: (fields) => fields }),
  },
  { api: 'Anthropic', hasStrict: true, convert: (source, strict) => toAnthropic(source, { strict }) },
  { api: 'Gemini', convert: (source) => toGemini(source) },
  { api: 'AI SDK', convert: (source) => toAiSdk(source, { jsonSchema: (schema) => schema }) },
  {
    api: 'LangChain',
    convert: (source) =>
      toLangChain(source, {
        tool: (_run, { name, description, schema }) => ({
          name,
          description,
          schema: schema['~standard'].jsonSchema.input(),
        }),
        ToolMessage: NoMessage,
      }),
  },
];

/**
 * Describes a tool as each API presents it to models: its definition in a request, and the changes to the listed tool.
 * The other tools only affect its name.
 */
export const describeForModels: DescribeForModels = async (tools, { id, version }) => {
  const tool = tools.find((candidate) => candidate.id === id && candidate.version === version);
  if (tool === undefined) return [];
  const name = nameTools(tools).get(tool) ?? tool.name;
  const source: CallableTools = {
    tools: [{ ...tool, name }],
    call: () => Promise.reject(new Error('A description calls no tool.')),
  };
  const renamed = nameChange(tool, name);
  return Promise.all(
    apis.map(async ({ api, convert, hasStrict = false }): Promise<ModelDescription> => {
      const converted = await convert(source, 'off');
      const changes = [...renamed, ...converted.report.flatMap((entry) => entry.changes)];
      const description = { api, name, definition: definitionIn(converted), changes };
      return hasStrict ? { ...description, strict: strictIn(await convert(source, 'auto')) } : description;
    }),
  );
};

function strictIn(converted: Converted): StrictDescription {
  const isStrict = converted.report.some(({ strict }) => strict);
  const reasons = converted.report.flatMap(({ changes }) => changes.filter(({ code }) => code === 'not_strict'));
  return { ...(isStrict && { definition: definitionIn(converted) }), reasons };
}

/** Returns the only tool as it is sent, without its functions. */
function definitionIn({ tools }: Converted): object {
  const all: readonly unknown[] = Array.isArray(tools) ? tools : [tools];
  return JSON.parse(JSON.stringify(all[0])) as object;
}
