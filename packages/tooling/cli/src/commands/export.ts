import { listingAsOpenApi } from '@toolwire/contract';
import type { ModelTool, ToolReport } from '@toolwire/models';
import { usageError } from '../cli-error.ts';
import { type RunCommand, readTarget } from '../command-line/command.ts';
import { exitCodes } from '../exit-code.ts';
import { listingEntry } from '../listed-tools.ts';
import { withTarget } from '../target/find-target.ts';
import type { Target } from '../target/target.ts';
import { safeJson, safeLine } from '../terminal/terminal-text.ts';

/** Exported tools, with a report of the changes. */
interface Exported {
  readonly tools: unknown;
  readonly report: readonly ToolReport[];
}

/** `toolwire export TARGET --to …`. */
export const exportTools: RunCommand = (args, terminal) => {
  const operand = readTarget('export', args);
  const to = args.value('to');
  const write = writers.get(to ?? '');
  if (to === undefined || write === undefined) {
    throw usageError(
      `--to must be one of ${[...writers.keys()].join(', ')}${to === undefined ? '' : `, got '${to}'`}.`,
    );
  }
  const strict = args.has('strict') ? 'auto' : 'off';
  if (strict === 'auto' && to !== 'openai' && to !== 'openai-chat' && to !== 'anthropic') {
    throw usageError(`--strict works with openai, openai-chat and anthropic only: ${to} has no strict mode.`);
  }
  return withTarget(operand, args, terminal, async (target) => {
    const { tools, report } = await write(target, strict);
    terminal.write(`${safeJson(args.has('json') ? { to, tools, report } : tools)}\n`);
    if (!args.has('json')) for (const each of report) terminal.note(reportOf(each));
    return exitCodes.success;
  });
};

type Write = (target: Target, strict: 'auto' | 'off') => Promise<Exported>;

// The exported file is for programs that call the tools themselves.
const noCaller = (): Promise<never> => Promise.reject(new Error('An export does not call tools.'));

const writers: ReadonlyMap<string, Write> = new Map<string, Write>([
  [
    'openai',
    async ({ tools }, strict) =>
      (await import('@toolwire/models/openai')).toOpenAiResponses({ tools, call: noCaller }, { strict }),
  ],
  [
    'openai-chat',
    async ({ tools }, strict) =>
      (await import('@toolwire/models/openai')).toOpenAiChat({ tools, call: noCaller }, { strict }),
  ],
  [
    'anthropic',
    async ({ tools }, strict) =>
      (await import('@toolwire/models/anthropic')).toAnthropic({ tools, call: noCaller }, { strict }),
  ],
  ['gemini', async ({ tools }) => (await import('@toolwire/models/gemini')).toGemini({ tools, call: noCaller })],
  [
    'ai-sdk',
    async ({ tools }) => {
      const { toAiSdk } = await import('@toolwire/models/ai-sdk');
      const exported = await toAiSdk({ tools, call: noCaller }, { jsonSchema: (schema) => schema });
      const plain = Object.entries(exported.tools).map(([name, { description, inputSchema, needsApproval }]) => {
        return [name, { description, inputSchema, needsApproval }] as const;
      });
      return { tools: Object.fromEntries(plain), report: exported.report };
    },
  ],
  [
    'langchain',
    async ({ tools }) => {
      const { toLangChain } = await import('@toolwire/models/langchain');
      const plain = await toLangChain(
        { tools, call: noCaller },
        {
          tool: (_run, { name, description, schema }) => ({
            name,
            description,
            schema: schema['~standard'].jsonSchema.input(),
          }),
          ToolMessage: NoMessage,
        },
      );
      return { tools: plain.tools, report: plain.report };
    },
  ],
  [
    'openapi',
    ({ tools, address, wire }) => {
      const document = listingAsOpenApi({ tools: tools.map(listingEntry) }, wire === 'otc' ? { url: address } : {});
      return Promise.resolve({ tools: document, report: tools.map(unchangedReport) });
    },
  ],
]);

class NoMessage {}

/** An OpenAPI document has each tool under its ID. */
function unchangedReport({ toolId }: ModelTool & { readonly toolId: string }): ToolReport {
  return { toolId, name: toolId, strict: false, changes: [] };
}

function reportOf({ toolId, name, strict, changes }: ToolReport): string {
  const as = `${safeLine(toolId)} as ${safeLine(name)}${strict ? ', strict' : ''}`;
  if (changes.length === 0) return `${as}: unchanged\n`;
  const lines = changes.map(
    ({ pointer, message }) => `  ${safeLine(pointer === '' ? message : `${pointer}: ${message}`)}\n`,
  );
  return `${as}:\n${lines.join('')}`;
}
