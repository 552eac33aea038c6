import type { DescribedTool, DescribeForModels, ModelDescription, StrictDescription } from '@toolwire/internal';
import type { ToolReport } from './adapt/model-tool.ts';
import { toAiSdk } from './ai-sdk.ts';
import { toAnthropic } from './anthropic.ts';
import { toGemini } from './gemini.ts';
import { toLangChain } from './langchain.ts';
import { nameChange, nameTools } from './names/model-tool-names.ts';
import { toOpenAiChat, toOpenAiResponses } from './openai.ts';
import { toOpenAiAgents } from './openai-agents.ts';

export type {
  DescribedChange,
  DescribedTool,
  DescribeForModels,
  ModelDescription,
  StrictDescription,
} from '@toolwire/internal';

type Strict = 'auto' | 'off';

/** The tools in a request, and the report of their changes. */
interface Converted {
  readonly tools: object;
  readonly report: readonly ToolReport[];
}

interface Api {
  readonly api: string;
  readonly convert: (tools: readonly DescribedTool[], strict: Strict) => Promise<Converted>;
  readonly hasStrict?: true;
}

const notCalled = (): Promise<never> => Promise.reject(new Error('A description calls no tool.'));

class NoMessage {}

const apis: readonly Api[] = [
  {
    api: 'OpenAI Responses',
    hasStrict: true,
    convert: (tools, strict) => toOpenAiResponses({ tools, call: notCalled }, { strict }),
  },
  {
    api: 'OpenAI Chat',
    hasStrict: true,
    convert: (tools, strict) => toOpenAiChat({ tools, call: notCalled }, { strict }),
  },
  {
    api: 'OpenAI Agents',
    hasStrict: true,
    convert: (tools, strict) => toOpenAiAgents({ tools, call: notCalled }, { strict, tool: (fields) => fields }),
  },
  {
    api: 'Anthropic',
    hasStrict: true,
    convert: (tools, strict) => toAnthropic({ tools, call: notCalled }, { strict }),
  },
  { api: 'Gemini', convert: (tools) => toGemini({ tools, call: notCalled }) },
  { api: 'AI SDK', convert: (tools) => toAiSdk({ tools, call: notCalled }, { jsonSchema: (schema) => schema }) },
  {
    api: 'LangChain',
    convert: (tools) =>
      toLangChain(
        { tools, call: notCalled },
        {
          tool: (_run, { name, description, schema }) => ({
            name,
            description,
            schema: schema['~standard'].jsonSchema.input(),
          }),
          ToolMessage: NoMessage,
        },
      ),
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
  const single = [{ ...tool, name }];
  const renamed = nameChange(tool, name);
  return Promise.all(
    apis.map(async ({ api, convert, hasStrict = false }): Promise<ModelDescription> => {
      const converted = await convert(single, 'off');
      const changes = [...renamed, ...converted.report.flatMap((entry) => entry.changes)];
      const description = { api, name, definition: definitionIn(converted), changes };
      return hasStrict ? { ...description, strict: strictIn(await convert(single, 'auto')) } : description;
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
