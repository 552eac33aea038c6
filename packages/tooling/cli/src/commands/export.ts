import { listingAsOpenApi } from '@toolwire/contract';
import type { ToolReport } from '@toolwire/models';
import { exitCodes, usageError } from '../cli-error.ts';
import { type RunCommand, readTarget } from '../command-line/command.ts';
import { exportFormats } from '../command-line/flags.ts';
import { listingEntry } from '../saved-listing.ts';
import { withTarget } from '../target/open-target.ts';
import type { Target } from '../target/target.ts';
import { safeJson, safeLine } from '../terminal/terminal-text.ts';

/** Exported tools, with a report of the changes. */
interface Exported {
  readonly tools: unknown;
  readonly report: readonly ToolReport[];
}

/** `toolwire export TARGET --to …`. Its flags are in `command-line/tool-commands.ts`. */
export const exportTools: RunCommand = (args, terminal) => {
  const operand = readTarget('export', args);
  const to = args.value('to');
  const format = exportFormats.find((name) => name === to);
  if (format === undefined) {
    throw usageError(`--to must be one of ${exportFormats.join(', ')}${to === undefined ? '' : `, got '${to}'`}.`);
  }
  const strict = args.has('strict') ? 'auto' : 'off';
  if (strict === 'auto' && !strictFormats.includes(format)) {
    throw usageError(`--strict works only with ${strictFormats.join(', ')}: ${to} has no strict mode.`);
  }
  return withTarget(operand, args, terminal, async (target) => {
    const source = { tools: target.tools, call: noCaller };
    const { tools, report } = await writers[format](source, { strict }, target);
    terminal.write(`${safeJson(args.has('json') ? { to, tools, report } : tools)}\n`);
    if (!args.has('json')) for (const toolReport of report) terminal.note(describeReport(toolReport));
    return exitCodes.success;
  });
};

const noCaller = (): Promise<never> => Promise.reject(new Error('An export does not call tools.'));

/** The tools for the functions of `@toolwire/models`. The exported file is for programs that call the tools themselves. */
interface ModelSource {
  readonly tools: Target['tools'];
  readonly call: () => Promise<never>;
}

type Write = (source: ModelSource, options: { readonly strict: 'auto' | 'off' }, target: Target) => Promise<Exported>;

const writers: Readonly<Record<(typeof exportFormats)[number], Write>> = {
  openai: async (source, options) => (await import('@toolwire/models/openai')).toOpenAiResponses(source, options),
  'openai-chat': async (source, options) => (await import('@toolwire/models/openai')).toOpenAiChat(source, options),
  anthropic: async (source, options) => (await import('@toolwire/models/anthropic')).toAnthropic(source, options),
  gemini: async (source) => (await import('@toolwire/models/gemini')).toGemini(source),
  'ai-sdk': writeAiSdk,
  langchain: writeLangChain,
  openapi: writeOpenApi,
};

const strictFormats: readonly string[] = ['openai', 'openai-chat', 'anthropic'];

async function writeAiSdk(source: ModelSource): Promise<Exported> {
  const { toAiSdk } = await import('@toolwire/models/ai-sdk');
  const { tools, report } = await toAiSdk(source, { jsonSchema: (schema) => schema });
  const entries = Object.entries(tools).map(([name, { description, inputSchema, needsApproval }]) => {
    return [name, { description, inputSchema, needsApproval }] as const;
  });
  return { tools: Object.fromEntries(entries), report };
}

async function writeLangChain(source: ModelSource): Promise<Exported> {
  const { toLangChain } = await import('@toolwire/models/langchain');
  return toLangChain(source, {
    tool: (_run, { name, description, schema }) => ({
      name,
      description,
      schema: schema['~standard'].jsonSchema.input(),
    }),
    ToolMessage: NoMessage,
  });
}

/** LangChain needs a class for the results of calls, and an export calls no tools. */
class NoMessage {}

/** An OpenAPI document has each tool under its ID. */
function writeOpenApi(_source: ModelSource, _options: object, { tools, address, wire }: Target): Promise<Exported> {
  const document = listingAsOpenApi({ tools: tools.map(listingEntry) }, wire === 'otc' ? { url: address } : {});
  const report = tools.map(({ toolId }) => ({ toolId, name: toolId, strict: false, changes: [] }));
  return Promise.resolve({ tools: document, report });
}

function describeReport({ toolId, name, strict, changes }: ToolReport): string {
  const heading = `${safeLine(toolId)} as ${safeLine(name)}${strict ? ', strict' : ''}`;
  if (changes.length === 0) return `${heading}: unchanged\n`;
  const lines = changes.map(
    ({ pointer, message }) => `  ${safeLine(pointer === '' ? message : `${pointer}: ${message}`)}\n`,
  );
  return `${heading}:\n${lines.join('')}`;
}
