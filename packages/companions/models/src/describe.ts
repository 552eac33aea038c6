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

/** What an API is told of one tool, and what is different. */
interface Told {
  readonly tools: readonly object[];
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
  {
    api: 'OpenAI Responses',
    hasStrict: true,
    tell: async (tools, strict) => toOpenAiResponses(tools, nobody, { strict }),
  },
  { api: 'OpenAI Chat', hasStrict: true, tell: async (tools, strict) => toOpenAiChat(tools, nobody, { strict }) },
  {
    api: 'OpenAI Agents',
    hasStrict: true,
    async tell(tools, strict) {
      const made = await toOpenAiAgents(tools, nobody, { strict, tool: ({ execute: _execute, ...fields }) => fields });
      return { tools: made.tools, report: made.report };
    },
  },
  { api: 'Anthropic', hasStrict: true, tell: async (tools, strict) => toAnthropic(tools, nobody, { strict }) },
  {
    api: 'Gemini',
    async tell(tools) {
      const made = await toGemini(tools, nobody);
      return { tools: made.tools.flatMap(({ functionDeclarations }) => functionDeclarations), report: made.report };
    },
  },
  {
    api: 'AI SDK',
    async tell(tools) {
      const made = await toAiSdk(tools, nobody, { jsonSchema: (schema) => schema });
      const plain = Object.entries(made.tools).map(([name, { execute: _run, toModelOutput: _write, ...fields }]) => {
        return { [name]: fields };
      });
      return { tools: plain, report: made.report };
    },
  },
  {
    api: 'LangChain',
    async tell(tools) {
      const { tools: plain, report } = await toLangChain(tools, nobody, {
        tool: (_run, { name, description, schema }) => ({
          name,
          description,
          schema: schema['~standard'].jsonSchema.input(),
        }),
        ToolMessage: NoMessage,
      });
      return { tools: plain, report };
    },
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
  const told = [{ ...tool, name }];
  const renamed = nameChange(tool, name);
  return Promise.all(
    apis.map(async ({ api, tell, hasStrict = false }): Promise<ModelDescription> => {
      const {
        tools: [definition = {}],
        report,
      } = await tell(told, 'off');
      const changes = [...renamed, ...report.flatMap((one) => one.changes)];
      const description = { api, name, definition, changes };
      return hasStrict ? { ...description, strict: await strictOf(tell, told) } : description;
    }),
  );
};

async function strictOf(tell: Api['tell'], told: readonly DescribedTool[]): Promise<StrictDescription> {
  const {
    tools: [definition = {}],
    report,
  } = await tell(told, 'auto');
  const isStrict = report.some(({ strict }) => strict);
  const reasons = report.flatMap(({ changes }) => changes.filter(({ code }) => code === 'not_strict'));
  return { ...(isStrict && { definition }), reasons };
}
