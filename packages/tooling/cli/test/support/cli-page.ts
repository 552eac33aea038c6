import { type Command, commonFlags, type Flag, targetFlags } from '../../src/help/command.ts';
import { commands } from '../../src/help/commands.ts';

/** Generates docs/cli.md from the commands. */
export function writeCliPage(): string {
  const shared = { ...targetFlags, ...commonFlags };
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
| \`http://…\`, \`https://…\` | a server; Open Tool Calling, MCP and Arcade are tried in this order, also at \`/mcp\` and \`/worker\` |
| \`./tools.mjs\` | a module that exports tools or a server; it runs in this process |
| \`listing.json\` | a saved response of \`GET /tools\` or \`toolwire list --json\` |
| \`-- node server.mjs\` | the command of an MCP server over stdio; must come last |

| exit code | meaning |
|---|---|
| 0 | success |
| 1 | failed |
| 2 | invalid arguments |
| 3 | no connection, or no tools found |
| 130 | interrupted by the user |

Colors are used only on a terminal without \`NO_COLOR\`. Control characters in server output are escaped.
Credentials are sent over plain http only to this machine, unless you pass \`--insecure\`.

| flag of every command | description |
|---|---|
${flagRows(shared)}
${commands.map((command) => sectionOf(command, shared)).join('')}`;
}

function sectionOf({ name, about, operands, flags, examples, json }: Command, shared: object): string {
  const own = Object.fromEntries(Object.entries(flags).filter(([flag]) => !Object.hasOwn(shared, flag)));
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
    .map(([flag, { value, about }]) =>
      `| \`--${flag}${value === undefined ? '' : ` ${value}`}\` | ${about} |`.replaceAll(/(?<=\w)\|(?=\w)/g, '\\|'),
    )
    .join('\n');
}
