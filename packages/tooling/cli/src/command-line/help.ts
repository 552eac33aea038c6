import { styleOf } from '../terminal/style.ts';
import { table } from '../terminal/table.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { joinLines, withPrefix, wrapText } from '../terminal/text-width.ts';
import type { Command, Flag } from './command.ts';
import { commandGroups } from './commands.ts';
import { targetFlags } from './flags.ts';

const targets = [
  ['https://…', 'a server (Open Tool Calling, MCP or an Arcade worker; detected automatically)'],
  ['./tools.mjs', 'a module that exports tools or a server'],
  ['listing.json', 'tools saved with toolwire list --json'],
  ['-- node server.mjs', 'the command of an MCP server over stdio'],
] as const;

const commonExamples = [
  'toolwire dev src/server.ts',
  'toolwire list http://127.0.0.1:3000',
  'toolwire call http://127.0.0.1:3000 Calculator.Add a=10 b=5',
];

/** Returns the output of `toolwire --help`. */
export function generalHelp(terminal: Terminal): string {
  const width = Math.max(...commandGroups.flatMap(({ commands }) => commands.map(({ name }) => name.length)));
  const groups = commandGroups.map(({ title, commands }) =>
    section(
      title,
      commands.map(({ name, about }) => [name, about]),
      terminal,
      width,
    ),
  );
  return `Usage: toolwire COMMAND …

${groups.join('\n')}
${section('TARGET is one of', targets, terminal)}
${examplesOf(commonExamples, terminal)}
Run toolwire COMMAND --help for the flags of a command.
`;
}

export function commandHelp({ name, about, operands, flags, examples }: Command, terminal: Terminal): string {
  const rows = (isConnection: boolean): readonly (readonly [string, string])[] =>
    Object.entries(flags)
      .filter(([, flag]) => targetFlagSet.has(flag) === isConnection)
      .map(([flag, { value, about: text }]) => [`--${flag}${value === undefined ? '' : ` ${value}`}`, text]);
  const connection = rows(true);
  const blocks = [
    `${about}\n`,
    `${usageOf(name, operands, terminal)}${/\bTARGET\b/.test(operands) ? targetLine : ''}`,
    section('Flags', rows(false), terminal),
    ...(connection.length === 0 ? [] : [section('Connection', connection, terminal)]),
    examplesOf(examples, terminal),
    joinLines(wrapText(exitCodeLine, widthOf(terminal))),
  ];
  return blocks.join('\n');
}

function usageOf(name: string, operands: string, terminal: Terminal): string {
  // A list of choices may be longer than a line.
  const spaced = operands.replaceAll(/(?<=\w)\|(?=\w)/g, ' | ');
  const usage = wrapText(`Usage: toolwire ${name} ${spaced}`, widthOf(terminal) - 2);
  return joinLines(withPrefix('', 2, usage));
}

// A flag that a command defines itself, such as `--wire` of `check`, is shown with the other flags of the command.
const targetFlagSet: ReadonlySet<Flag | undefined> = new Set(Object.values(targetFlags));

const targetLine = 'TARGET: URL, module, listing or -- command (see toolwire --help)\n';

const exitCodeLine =
  'Exit codes: 0 success, 1 failed, 2 invalid arguments, 3 no connection or no tools found, 130 interrupted';

function section(
  title: string,
  rows: readonly (readonly [string, string])[],
  terminal: Terminal,
  minWidth = 0,
): string {
  const indented = rows.map(([term, text]) => [`  ${term}`, text]);
  const formats = [styleOf(terminal).cyan];
  const lines = table(indented, {
    columns: widthOf(terminal),
    isWrapped: true,
    minFirstWidth: minWidth + 2,
    formats,
  });
  return `${styleOf(terminal).bold(`${title}:`)}\n${joinLines(lines)}`;
}

function examplesOf(examples: readonly string[], terminal: Terminal): string {
  return `${styleOf(terminal).bold('Examples:')}\n${joinLines(examples.map((example) => `  ${example}`))}`;
}

// Longer lines are hard to read, and pipes and files have no width.
const maxWidth = 100;
const defaultWidth = 80;

function widthOf({ columns = defaultWidth }: Terminal): number {
  return Math.min(columns, maxWidth);
}
