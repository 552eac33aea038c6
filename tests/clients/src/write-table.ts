// Runs every client, or those that are named, on the Node that it needs, and writes docs/clients.md. A client that is not
// run, or cannot be had, keeps its line.
import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { clients } from './clients.ts';
import { differences } from './differences.ts';
import { newerNode, runsHere } from './node-for.ts';
import { reasonRowOf, rowOf, tableHead } from './table.ts';
import { tablePath } from './table-path.ts';
import { testClients } from './test-clients.ts';

const newer = await newerNode();
const named = process.argv.slice(2);
const unknown = named.filter((name) => !clients.some((client) => client.name === name));
if (unknown.length > 0) throw new Error(`There is no client ${unknown.join(', ')} in src/clients.ts.`);
const wanted = clients.filter(({ name }) => named.length === 0 || named.includes(name));
const seen = await testClients(wanted, (client) => (runsHere(client) ? process.execPath : newer));
const before = (await readFile(tablePath, 'utf8').catch(() => '')).split('\n');
const rows = clients.map((client) => {
  const tested = seen.get(client.name);
  if (tested?.ok === true) return rowOf(client, tested.ours, tested.official);
  if (wanted.includes(client)) {
    process.stderr.write(`${client.name} could not be tested: ${tested?.reason ?? 'it was not started'}\n`);
  }
  return before.find((line) => line.startsWith(`| ${client.name} (`));
});

await writeFile(
  tablePath,
  `# Tested MCP clients

This page shows the features of toolwire that published MCP clients support over HTTP. Use it to check the client of your
users. Each client connects to the URL \`/mcp\` of a server:

\`\`\`ts
import { toolwire } from 'toolwire';

await toolwire({ tools }).listen(3000);
\`\`\`

- \`yes\`: the feature works. \`–\`: the client doesn't have the feature.
- \`(official: …)\`: the official \`McpServer\` with the same tools gives another result.
- For agents (Claude Code, Codex, Gemini CLI, Copilot CLI, opencode, Qwen Code) and \`ai-sdk-4\`, a test model requests the
  tools. The table shows the requests to the model.
- \`ai-sdk-4\` uses stdio, connected to the server through mcp-remote.
- \`mcp-use\` is version 1. Version 2 moved the client to \`@mcp-use/client\`, which isn't tested.

\`npm run clients\` writes the table, and \`tests/clients\` checks it.

${tableHead}
${rows.filter((row) => row !== undefined).join('\n')}

| columns | tested |
|---|---|
| list, all pages | every tool is found and passed to a model, also with three tools per page |
| call, structured result | the result arrives, and an object as an object (for models as JSON) |
| plain text | the text arrives once, unchanged, and not as JSON |
| invalid input | the caller reads which argument was wrong, and why |
| progress, cancel | progress arrives during a call, and a cancellation ends the tool |
| artifact | the URL of a file arrives, with its name |
| union, recursive | tools with union and recursive inputs can be called |

## Causes of the differences

| client | feature | cause | reason |
|---|---|---|---|
${differences.map(reasonRowOf).join('\n')}

## Progress over stdio

The official clients drop a progress report that they read from stdin in one piece with the response. Both SDKs forget a call when they
handle its response, but handle notifications a moment later. [A test](../tests/interop/test/progress-with-response.test.ts) shows this.
toolwire writes a response one millisecond after a report. The last report of a short tool, of several calls in a row:

| server | lost |
|---|---|
| the official server, versions 1 and 2 of the client | 19 to 27 of 30 |
| toolwire | 0 to 4 of 60 |
| toolwire over HTTP, where each report is a separate event | 0 of 60 |
`,
);
