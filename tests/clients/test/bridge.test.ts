import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { clients } from '../src/clients.ts';
import { startMortalServer } from '../src/fixtures/mortal-server.ts';
import { installClient } from '../src/install-client.ts';

const run = promisify(execFile);
const program = fileURLToPath(new URL('../../../packages/tooling/cli/src/bin.ts', import.meta.url));
const toolwire = [process.execPath, '--conditions=@toolwire/source', '--import', import.meta.resolve('tsx'), program];

/** What came over a stream of the bridge. */
interface Kept {
  readonly stdout: string;
  readonly stderr: string;
}

/** Has a client call tools over `toolwire bridge`, and gives what it saw and what the bridge wrote. */
async function callsOver(
  folder: string,
  target: readonly string[],
  calls: readonly unknown[],
): Promise<Kept & { readonly answers: readonly unknown[]; readonly tools: readonly string[] }> {
  const kept = await mkdtemp(join(tmpdir(), 'toolwire-bridge-'));
  onTestFinished(() => rm(kept, { recursive: true }));
  const lines = join(kept, 'lines');
  const args = [join(folder, 'line-by-line.mjs'), lines, ...toolwire, 'bridge', ...target];
  const urls = { calls, stdio: { command: process.execPath, args } };
  const { stdout } = await run(process.execPath, [join(folder, 'make-calls.mjs'), JSON.stringify(urls)], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
    timeout: 280_000,
  });
  const seen = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as {
    readonly answers: readonly unknown[];
    readonly tools: readonly string[];
  };
  const [written, said] = await Promise.all(['stdout', 'stderr'].map((name) => readFile(`${lines}.${name}`, 'utf8')));
  return { ...seen, stdout: written ?? '', stderr: said ?? '' };
}

it.for([
  ['claude-code', 'Open Tool Calling', ''],
  ['codex', 'MCP', '/mcp'],
  ['langchain', 'Open Tool Calling', ''],
  ['langchain', 'MCP', '/mcp'],
] as const)(
  '%s calls the tools of a server of %s over toolwire bridge, also after a restart of the server, and reads only protocol messages',
  { timeout: 600_000 },
  async ([name, , path], { skip }) => {
    const client = clients.find((one) => one.name === name);
    if (client === undefined) throw new Error(`There is no client '${name}'`);
    const installed = await installClient(client);
    if (!installed.ok) return skip(`${name} could not be installed: ${installed.reason}`);
    const server = await startMortalServer();
    onTestFinished(() => server.close());
    const target = path === '' ? [server.url, '--wire', 'otc'] : [server.url + path];
    const { tools, answers, stdout, stderr } = await callsOver(installed.folder, target, [
      ['Mortal_Add', { a: 1200, b: 34 }],
      ['Mortal_Leave', {}],
      ['Mortal_Add', { a: 1200, b: 35 }],
    ]);
    for (const wanted of ['Mortal_Add', 'Mortal_Leave']) expect(tools.some((tool) => tool.endsWith(wanted))).toBe(true);
    expect(answers.map((answer) => JSON.stringify(answer))).toEqual([
      expect.stringContaining('1234 in life 1'),
      expect.stringContaining('left'),
      expect.stringContaining('1235 in life 2'),
    ]);
    const written = stdout.trimEnd().split('\n');
    expect(written.length).toBeGreaterThan(3);
    for (const line of written) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
    expect(stderr).toContain(path === '' ? 'over OTC, served over stdio.' : 'over MCP, forwarded as is.');
  },
);
