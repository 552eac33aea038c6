import { fileURLToPath } from 'node:url';
import type { Difference } from './difference.ts';
import { differences } from './differences.ts';
import type { Cost } from './measure.ts';
import { packageOf, type ServerName, type Side, serverNames } from './program.ts';
import { servers } from './servers.ts';

/** The page that `npm run ports` writes. */
export const pagePath: string = fileURLToPath(new URL('../../../docs/ports.md', import.meta.url));

/** The row of a difference. */
export function rowOf({ servers: those, what, original, port, why }: Difference): string {
  const everywhere = those.length === serverNames.length;
  return `| ${everywhere ? 'all' : those.join(', ')} | ${what} | ${original} | ${port} | ${why} |`;
}

/** The row of a server, with the number of calls that the tests send. */
export function callsRowOf(name: ServerName): string {
  return `| [${name}](../tests/ports/src/${name}/main.ts) | \`${packageOf(name)}\` | ${servers[name].calls.length} |`;
}

/** The whole page. */
export function writePage(costs: readonly (readonly [ServerName, Readonly<Record<Side, Cost>>])[]): string {
  return `# Ports of MCP servers

This page compares published MCP servers with the same servers written with toolwire. Use it to estimate what a move costs and
changes. [Migrate from the official MCP SDK](migrate/mcp-sdk.md) shows the steps.

| port | published package | requests in the test |
|---|---|---|
${serverNames.map(callsRowOf).join('\n')}

## Cost

Each cell shows the published server, then the port.

| server | lines of code | startup, ms | memory, MiB | CPU per call, ms |
|---|---|---|---|---|
${costs.map(costRowOf).join('\n')}

- Lines don't count comments and empty lines. The published servers are counted as JavaScript, without their types;
  notion is counted as TypeScript.
- Tools that are not ported don't count either: \`toggle-simulated-logging\`, and the two of everything that need tasks of the
  client. filesystem doesn't convert paths of Git Bash on Windows, such as \`/c/notes\`.
- The published notion is one bundled file. Its port loads packages, and compiles a schema for each of 24 tools.
- Startup ends when the client has the list of tools. Memory is the resident size after 2,200 calls.
- All values are the smallest of several runs over stdio, in turns with the published server: 15 for startup, 5 for calls.

\`npm run ports\` measures both servers and writes this page.

## Differences

The official client sends the same requests to both servers. All answers are equal, except for these differences:

| server | subject | published server | port | reason |
|---|---|---|---|---|
${differences.map(rowOf).join('\n')}

[A test](../tests/ports/README.md) compares the answers. It fails for a difference that this table doesn't list, and for a row
that no answer needs.
`;
}

function costRowOf([name, { original, port }]: readonly [ServerName, Readonly<Record<Side, Cost>>]): string {
  const cell = (of: (cost: Cost) => string): string => `${of(original)} → ${of(port)}`;
  const cells = [
    cell(({ lines }) => String(lines)),
    cell(({ startMs }) => startMs.toFixed(0)),
    cell(({ memoryMiB }) => memoryMiB.toFixed(0)),
    cell(({ cpuMsPerCall }) => cpuMsPerCall.toFixed(2)),
  ];
  return `| ${name} | ${cells.join(' | ')} |`;
}
