// Runs every client, or those that are named, on the Node that it needs, and writes docs/clients.md. A client that is not
// run, or cannot be had, keeps its line.
import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { clients } from './clients.ts';
import { differences } from './differences.ts';
import { newerNode, runsHere } from './node-for.ts';
import { seeClients } from './see-clients.ts';
import { reasonRowOf, rowOf, tableHead } from './table.ts';
import { tablePath } from './table-path.ts';

const newer = await newerNode();
const named = process.argv.slice(2);
const unknown = named.filter((name) => !clients.some((client) => client.name === name));
if (unknown.length > 0) throw new Error(`There is no client ${unknown.join(', ')} in src/clients.ts.`);
const wanted = clients.filter(({ name }) => named.length === 0 || named.includes(name));
const seen = await seeClients(wanted, (client) => (runsHere(client) ? process.execPath : newer));
const before = (await readFile(tablePath, 'utf8').catch(() => '')).split('\n');
const rows = clients.map((client) => {
  const sighting = seen.get(client.name);
  if (sighting?.ok === true) return rowOf(client, sighting.ours, sighting.official);
  if (wanted.includes(client)) {
    process.stderr.write(`${client.name} could not be seen: ${sighting?.reason ?? 'it was not looked at'}\n`);
  }
  return before.find((line) => line.startsWith(`| ${client.name} (`));
});

await writeFile(
  tablePath,
  `# Clients of MCP

What published clients see of a toolwire server over HTTP, and of the official \`McpServer\` with the same tools where that is
not the same. The table is written by \`npm run clients\`, and \`tests/clients\` holds it to what is seen. \`yes\` is what a user
of the client hopes for; \`–\` is what the client has no way to do. Of agents (Claude Code, Codex, Gemini CLI, Copilot CLI,
opencode, Qwen Code) and of \`ai-sdk-4\` it is told what their model is sent: a model of ours asks each for the tools.
\`ai-sdk-4\` speaks over stdio, and is joined to the server by mcp-remote.

${tableHead}
${rows.filter((row) => row !== undefined).join('\n')}

| column | what is looked at |
|---|---|
| list, all pages | every tool is found, and offered to a model as its interface takes it; also where the server lists three at a time |
| call, structured result | the answer is there, and an object as an object; as JSON where a model reads it |
| plain text | a text is seen as it is, once, and not as JSON |
| invalid input | the caller reads which argument was wrong, and why |
| progress, cancel | reports arrive while a tool runs; a call that is called off ends the tool |
| artifact | the address of a file is seen, with its name |
| union, recursive | inputs that are a union, and that contain themselves, can be called |

What is not \`yes\`, or not with the official server, and whose fault it is:

| client | what | whose | why |
|---|---|---|---|
${differences.map(reasonRowOf).join('\n')}
`,
);
