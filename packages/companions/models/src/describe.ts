import type { DescribedTool, DescribeForModels, ModelDescription, StrictDescription } from '@toolwire/internal';
import { toAiSdk } from './ai-sdk.ts';
import { toAnthropic } from './anthropic.ts';
import { toGemini } from './gemini.ts';
import { toLangChain } from './langchain.ts';
import { nameChange } from './names/name-change.ts';
import { nameTools } from './names/tool-names.ts';
import type { ToolReport } from './offer/tool-report.ts';
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

/** What stands in a request of its tools, and what is different. */
interface Told {
  readonly tools: object;
  readonly report: readonly ToolReport[];
}

interface Api {
  readonly api: string;
  readonly tell: (tools: readonly DescribedTool[], strict: Strict) => Promise<Told>;
  readonly hasStrict?: true;
}

const nobody = (): Promise<never> => Promise.reject(new Error('Nobody is called by a description.'));

class NoMessage {}

const apis: readonly Api[] = [
  { api: 'OpenAI Responses', hasStrict: true, tell: (tools, strict) => toOpenAiResponses(tools, nobody, { strict }) },
  { api: 'OpenAI Chat', hasStrict: true, tell: (tools, strict) => toOpenAiChat(tools, nobody, { strict }) },
  {
    api: 'OpenAI Agents',
    hasStrict: true,
    tell: (tools, strict) => toOpenAiAgents(tools, nobody, { strict, tool: (fields) => fields }),
  },
  { api: 'Anthropic', hasStrict: true, tell: (tools, strict) => toAnthropic(tools, nobody, { strict }) },
  { api: 'Gemini', tell: (tools) => toGemini(tools, nobody) },
  { api: 'AI SDK', tell: (tools) => toAiSdk(tools, nobody, { jsonSchema: (schema) => schema }) },
  {
    api: 'LangChain',
    tell: (tools) =>
      toLangChain(tools, nobody, {
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
 * Describes one of several tools as each API tells it to models: its definition as it stands in a request of its own, and
 * what is different from how it is listed. The others count for its name alone.
 */
export const describeForModels: DescribeForModels = async (tools, { id, version }) => {
  const tool = tools.find((one) => one.id === id && one.version === version);
  if (tool === undefined) return [];
  const name = nameTools(tools).get(tool) ?? tool.name;
  const alone = [{ ...tool, name }];
  const renamed = nameChange(tool, name);
  return Promise.all(
    apis.map(async ({ api, tell, hasStrict = false }): Promise<ModelDescription> => {
      const told = await tell(alone, 'off');
      const changes = [...renamed, ...told.report.flatMap((one) => one.changes)];
      const description = { api, name, definition: definitionIn(told), changes };
      return hasStrict ? { ...description, strict: strictIn(await tell(alone, 'auto')) } : description;
    }),
  );
};

function strictIn(told: Told): StrictDescription {
  const isStrict = told.report.some(({ strict }) => strict);
  const reasons = told.report.flatMap(({ changes }) => changes.filter(({ code }) => code === 'not_strict'));
  return { ...(isStrict && { definition: definitionIn(told) }), reasons };
}

/** The one tool that there is, as a request has it: without what its SDK runs itself. */
function definitionIn({ tools }: Told): object {
  const all: readonly unknown[] = Array.isArray(tools) ? tools : [tools];
  return JSON.parse(JSON.stringify(all[0])) as object;
}
