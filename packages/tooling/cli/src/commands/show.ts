import type { ListedTool } from '@toolwire/client';
import { isObject, listOf } from '@toolwire/internal';
import { exitCodes, usageError } from '../cli-error.ts';
import type { RunCommand } from '../command-line/command.ts';
import { noteNextStep, parameterWords, sampleInput, targetWords } from '../command-line/next-step.ts';
import { findTool } from '../find-tool.ts';
import { listingEntry } from '../saved-listing.ts';
import { withTarget } from '../target/open-target.ts';
import { describeRequirements } from '../target/target.ts';
import { schemaText } from '../terminal/schema-text.ts';
import { styleOf } from '../terminal/style.ts';
import { table } from '../terminal/table.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { safeJson, safeLine, safeLines } from '../terminal/terminal-text.ts';
import { lineWidth, wrapText } from '../terminal/text-width.ts';

/** `toolwire show TARGET TOOL`. Its flags are in `command-line/tool-commands.ts`. */
export const show: RunCommand = (args, terminal) => {
  const [target, name, ...more] = args.spawned.length > 0 ? [undefined, ...args.operands] : args.operands;
  if (name === undefined || more.length > 0) throw usageError('toolwire show takes a TARGET and a TOOL.');
  return withTarget(target, args, terminal, ({ tools, wire }) => {
    const tool = findTool(tools, name);
    if (args.has('json')) {
      terminal.write(`${safeJson(listingEntry(tool))}\n`);
      return Promise.resolve(exitCodes.success);
    }
    terminal.write(describe(tool, terminal));
    if (wire !== 'saved') {
      const words = targetWords(args, tool.toolId, parameterWords(sampleInput(tool.inputSchema)));
      noteNextStep(`toolwire call ${words}`, terminal);
    }
    return Promise.resolve(exitCodes.success);
  });
};

function describe(tool: ListedTool, terminal: Terminal): string {
  const { bold, yellow } = styleOf(terminal);
  const requirements = describeRequirements(tool).map(safeLine);
  const isDeprecated = tool.inputSchema['deprecated'] === true;
  const blocks = [
    `${bold(safeLine(tool.toolId))}${isDeprecated ? yellow(' (deprecated)') : ''}`,
    wrapText(safeLines(tool.description), lineWidth(terminal)).join('\n'),
    `${bold('Input')}\n${fieldsOf(tool.inputSchema, terminal)}`,
    `${bold('Output')}\n${tool.outputSchema === null ? '  nothing' : fieldsOf(tool.outputSchema, terminal)}`,
    ...(requirements.length === 0 ? [] : [`${bold('Needs')}\n${indent(requirements.join('\n'))}`]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

// A longer type continues on further lines, with the description.
const maxTypeWidth = 24;

/** The fields of an object, or the type of another value. */
function fieldsOf(schema: ListedTool['inputSchema'], terminal: Terminal): string {
  const { properties, required } = schema;
  const { cyan, yellow, dim } = styleOf(terminal);
  if (!isObject(properties)) {
    return indent(wrapText(safeLine(schemaText(schema)), lineWidth(terminal, 2)).join('\n'));
  }
  const requiredNames: ReadonlySet<unknown> = new Set(listOf(required));
  const rows = Object.entries(properties).map(([name, field]) => {
    const about = isObject(field) && typeof field['description'] === 'string' ? field['description'] : '';
    const type = safeLine(schemaText(field));
    const isLong = type.length > maxTypeWidth;
    return [
      `  ${safeLine(name)}`,
      isLong ? '' : type,
      requiredNames.has(name) ? 'required' : 'optional',
      [...(isLong ? [type] : []), ...(about === '' ? [] : [safeLine(about)])].join('\n'),
    ];
  });
  const formats = [cyan, undefined, (text: string) => (text.startsWith('required') ? yellow(text) : dim(text))];
  return rows.length === 0
    ? '  nothing'
    : table(rows, { columns: terminal.columns, isWrapped: true, formats }).join('\n');
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}
