import type { ListedTool } from '@toolwire/client';
import { isObject } from '@toolwire/internal';
import { exitCodes, usageError } from '../cli-error.ts';
import type { RunCommand } from '../command-line/command.ts';
import { findTool, listingEntry, requirementsOf } from '../listed-tools.ts';
import { withTarget } from '../target/find-target.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { heading, safeJson, safeLine, safeLines, table } from '../terminal/terminal-text.ts';

/** `toolwire show TARGET TOOL`. */
export const show: RunCommand = (args, terminal) => {
  const [target, name, ...more] = args.spawned.length > 0 ? [undefined, ...args.operands] : args.operands;
  if (name === undefined || more.length > 0) throw usageError('toolwire show takes a TARGET and a TOOL.');
  return withTarget(target, args, terminal, ({ tools }) => {
    const tool = findTool(tools, name);
    terminal.write(args.has('json') ? `${safeJson(listingEntry(tool))}\n` : describe(tool, terminal));
    return Promise.resolve(exitCodes.success);
  });
};

function describe(tool: ListedTool, terminal: Terminal): string {
  const requirements = requirementsOf(tool).map(safeLine);
  const isDeprecated = tool.inputSchema['deprecated'] === true;
  const blocks = [
    `${heading(safeLine(tool.toolId), terminal)}${isDeprecated ? ' (deprecated)' : ''}`,
    safeLines(tool.description),
    `${heading('Input', terminal)}\n${parametersOf(tool, terminal)}`,
    `${heading('Output', terminal)}\n${indent(tool.outputSchema === null ? 'nothing' : safeJson(tool.outputSchema))}`,
    ...(requirements.length === 0 ? [] : [`${heading('Needs', terminal)}\n${indent(requirements.join('\n'))}`]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function parametersOf({ inputSchema }: ListedTool, { columns }: Terminal): string {
  const { properties, required } = inputSchema;
  if (!isObject(properties)) return indent(safeJson(inputSchema));
  const requiredNames: ReadonlySet<unknown> = new Set(Array.isArray(required) ? required : []);
  const rows = Object.entries(properties).map(([name, schema]) => {
    const about = isObject(schema) && typeof schema['description'] === 'string' ? schema['description'] : '';
    return [
      `  ${safeLine(name)}`,
      safeLine(typeOf(schema)),
      requiredNames.has(name) ? 'required' : 'optional',
      safeLine(about),
    ];
  });
  return rows.length === 0 ? '  nothing' : table(rows, columns).join('\n');
}

/** The name of a simple type, or the schema. */
function typeOf(schema: unknown): string {
  if (!isObject(schema)) return 'anything';
  const { type, enum: values, items } = schema;
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (type === 'array') return `list of ${typeOf(items)}`;
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) return type.join(' | ');
  const { description: _description, ...rest } = schema;
  return Object.keys(rest).length === 0 ? 'anything' : JSON.stringify(rest);
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}
