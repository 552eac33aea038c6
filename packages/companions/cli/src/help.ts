import type { Command } from './command.ts';
import { commands } from './commands.ts';

/** What a TARGET may be. */
const aboutTargets = `A TARGET is a URL (Open Tool Calling, MCP or an Arcade worker: found out by asking), a module that
exports tools or a server (./tools.mjs), a saved listing (listing.json), or -- and the command of an
MCP server that is spoken to over stdio.
`;

/** What `toolwire --help` says. */
export function generalHelp(): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return `Usage: toolwire COMMAND …

${commands.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`).join('\n')}

${aboutTargets}
See toolwire COMMAND --help, and toolwire --version.
`;
}

/** What a command says of itself. */
export function commandHelp({ name, about, operands, flags, examples }: Command): string {
  const shown = Object.entries(flags).map(
    ([flag, { value, about: what }]) => [`--${flag}${value === undefined ? '' : ` ${value}`}`, what] as const,
  );
  const width = Math.max(...shown.map(([flag]) => flag.length));
  return `${about}

Usage: toolwire ${name} ${operands}

${shown.map(([flag, what]) => `  ${flag.padEnd(width)}  ${what}`).join('\n')}

For example:
${examples.map((example) => `  ${example}`).join('\n')}

Ends with 0 when all is well, 1 when what was asked about failed, 2 when what was typed makes no sense,
and 3 when there is no connection.
`;
}
