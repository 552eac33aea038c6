import type { Command, Flag } from '../../src/command-line/command.ts';
import { commands } from '../../src/command-line/commands.ts';
import { callFlags, connectionFlags } from '../../src/command-line/flags.ts';

/** Generates docs/cli.md from the commands. */
export function writeCliPage(): string {
  return `# Command line

The \`toolwire\` command runs, calls, compares and tests tool servers. Use it while you develop, and in CI. This page is generated
from the commands.

\`\`\`sh
npm install --global @toolwire/cli
toolwire call http://127.0.0.1:3000 Calculator.Add a=10 b=5
\`\`\`

| command | description |
|---|---|
${commands.map(({ name, about }) => `| [\`${name}\`](#toolwire-${name}) | ${about} |`).join('\n')}

A TARGET is one of:

| TARGET | meaning |
|---|---|
| \`http://…\`, \`https://…\` | a server. toolwire tries Open Tool Calling, MCP and Arcade in this order, also at \`/mcp\` and \`/worker\` |
| \`./tools.mjs\` | a module that exports tools or a server. It runs in the process of the command |
| \`listing.json\` | a saved response of \`GET /tools\` or \`toolwire list --json\` |
| \`-- node server.mjs\` | the command that starts an MCP server over stdio. It must come last |

| exit code | meaning |
|---|---|
| 0 | success |
| 1 | failed |
| 2 | invalid arguments |
| 3 | no connection, or no tools found |
| 130 | interrupted by the user |

- The command sends credentials over plain http only to this machine. To allow other machines, pass \`--insecure\`.
- Output has colors only on a terminal, and only if \`NO_COLOR\` isn't set. Progress and the next step are shown only on a
  terminal too. Control characters from a server are escaped.

| flag of most commands | description |
|---|---|
${flagRows(connectionFlags)}

| flag of \`call\`, \`bridge\` and \`inspect\` | description |
|---|---|
${flagRows(callFlags)}
${commands.map((command) => sectionOf(command, { ...connectionFlags, ...callFlags })).join('')}`;
}

function sectionOf(
  { name, about, operands, flags, examples, json }: Command,
  shared: Readonly<Record<string, Flag>>,
): string {
  // A command may have a flag of the same name with another meaning.
  const own = Object.fromEntries(Object.entries(flags).filter(([option, flag]) => shared[option] !== flag));
  const ownTable = Object.keys(own).length === 0 ? '' : `\n| flag | description |\n|---|---|\n${flagRows(own)}\n`;
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
    .map(([flag, { value, about }]) => {
      const name = `--${flag}${value === undefined ? '' : ` ${value}`}`;
      return `| \`${name.replaceAll('|', '\\|')}\` | ${about.replaceAll('|', '\\|')} |`;
    })
    .join('\n');
}
