import { type Command, type Flag, targetFlags } from './command.ts';
import { commands } from './commands.ts';

const targetHelp = `TARGET is one of:
  https://…           a server (Open Tool Calling, MCP or an Arcade worker; detected automatically)
  ./tools.mjs         a module that exports tools or a server
  listing.json        tools saved with toolwire list --json
  -- node server.mjs  the command of an MCP server over stdio
`;

/** Returns the output of `toolwire --help`. */
export function generalHelp(): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return `Usage: toolwire COMMAND …

${commands.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`).join('\n')}

${targetHelp}
Run toolwire COMMAND --help for the flags of a command.
`;
}

/** Returns the help of a command. */
export function commandHelp({ name, about, operands, flags, examples }: Command): string {
  const flagHelp = Object.entries(flags).map(([flag, { value, about: text }]) => ({
    flag: `--${flag}${value === undefined ? '' : ` ${value}`}`,
    text,
    isConnection: connectionFlags.has(flags[flag]),
  }));
  const width = Math.max(...flagHelp.map(({ flag }) => flag.length));
  const linesOf = (group: typeof flagHelp): string =>
    group.map(({ flag, text }) => `  ${flag.padEnd(width)}  ${text}\n`).join('');
  const connection = linesOf(flagHelp.filter(({ isConnection }) => isConnection));
  return `${about}

Usage: toolwire ${name} ${operands}
${/\bTARGET\b/.test(operands) ? targetLine : ''}
${linesOf(flagHelp.filter(({ isConnection }) => !isConnection))}${connection && `\nConnection:\n${connection}`}
Examples:
${examples.map((example) => `  ${example}`).join('\n')}

Exit codes: 0 success, 1 failed, 2 invalid arguments, 3 no connection or no tools found, 130 interrupted
`;
}

const connectionFlags: ReadonlySet<Flag | undefined> = new Set(Object.values(targetFlags));

const targetLine = 'TARGET: URL, module, listing or -- command (see toolwire --help)\n';
