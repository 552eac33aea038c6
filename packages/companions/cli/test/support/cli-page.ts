import type { Command, Flag } from '../../src/command.ts';
import { commands } from '../../src/commands.ts';
import { commonFlags, targetFlags } from '../../src/flags.ts';

/** Writes docs/cli.md from the commands themselves. */
export function writeCliPage(): string {
  const shared = { ...targetFlags, ...commonFlags };
  return `# The command line

\`npm install --global @toolwire/cli\` brings \`toolwire\`. This page is written from the commands, and a test holds it to them.

| command | |
|---|---|
${commands.map(({ name, about }) => `| [\`${name}\`](#toolwire-${name}) | ${about} |`).join('\n')}

A TARGET is one of these:

| typed | is |
|---|---|
| \`http://…\`, \`https://…\` | a server; its protocol is found out by asking for Open Tool Calling, then MCP, then an Arcade worker, there and at \`/mcp\` and \`/worker\` below |
| \`./tools.mjs\` | a module that exports tools or a server, run in this process; TypeScript where Node reads it |
| \`listing.json\` | a saved listing: the JSON of \`GET /tools\`, or of \`toolwire list --json\` |
| \`-- node server.mjs\` | the command of an MCP server, spoken to over stdin and stdout; it stands last |

| exit | when |
|---|---|
| 0 | all is well |
| 1 | what was asked about failed |
| 2 | what was typed makes no sense |
| 3 | there is no connection, or nobody with tools at its end |
| 130 | the user has interrupted |

Colours appear on a terminal alone, and not with \`NO_COLOR\`. What a server says is shown without anything that a terminal would obey.
Credentials over plain http go to this machine alone, unless \`--insecure\` is given.

| flag of every command | |
|---|---|
${flagRows(shared)}
${commands.map((command) => sectionOf(command, shared)).join('')}`;
}

function sectionOf({ name, about, operands, flags, examples, json }: Command, shared: object): string {
  const own = Object.fromEntries(Object.entries(flags).filter(([flag]) => !Object.hasOwn(shared, flag)));
  const ownTable = Object.keys(own).length === 0 ? '' : `\n| flag | |\n|---|---|\n${flagRows(own)}\n`;
  return `
## toolwire ${name}

${about}

\`\`\`sh
toolwire ${name} ${operands}
${examples.join('\n')}
\`\`\`
${ownTable}
\`--json\` writes ${json}.
`;
}

function flagRows(flags: Readonly<Record<string, Flag>>): string {
  return Object.entries(flags)
    .map(([flag, { value, about }]) =>
      `| \`--${flag}${value === undefined ? '' : ` ${value}`}\` | ${about} |`.replaceAll(/(?<=\w)\|(?=\w)/g, '\\|'),
    )
    .join('\n');
}
