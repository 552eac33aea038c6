import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { defineTool } from '@toolwire/core';
import { mcp } from '@toolwire/mcp';
import { createNodeListener } from '@toolwire/node';
import { createToolServer, silentLogger } from '@toolwire/server';
import { expect, it, onTestFinished } from 'vitest';
import { clients } from '../src/clients.ts';
import { inputs } from '../src/fixtures/inputs.ts';
import { listenOn } from '../src/fixtures/listen-on.ts';
import { installClient } from '../src/install-client.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const page = await readFile(join(root, 'docs/start/agents.md'), 'utf8');
const commands = [...page.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, command = '']) => command.trim());
const [, stdioProgram = ''] = /^```ts stdio\.ts\n([^]*?)^```$/m.exec(page) ?? [];
const claude = `node_modules/@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`;
const loader = import.meta.resolve('tsx');
const sources = `--conditions=@toolwire/source --import ${loader}`;
const toolwire = `${process.execPath} ${sources} ${join(root, 'packages/tooling/cli/src/bin.ts')}`;

const add = defineTool({
  id: 'Calculator.Add',
  version: '1.0.0',
  description: 'Adds two numbers.',
  input: inputs.add,
  run: ({ a, b }) => a + b,
});

/** Runs a command of the page in a new project, and returns the file of the project. */
async function fileAfter(command: string, changes: Readonly<Record<string, string>>, home: string): Promise<string> {
  let changed = command;
  for (const [shown, done] of Object.entries(changes)) {
    expect(changed).toContain(shown);
    changed = changed.replace(shown, () => done);
  }
  await run('sh', ['-c', changed], {
    cwd: home,
    env: { PATH: process.env['PATH'], HOME: home, DISABLE_AUTOUPDATER: '1' },
  });
  return readFile(join(home, '.mcp.json'), 'utf8');
}

it.for([
  ['npx @toolwire/cli configure claude http', 'mcp__tools__Calculator_Add', '15'],
  ['claude mcp add', 'mcp__tools__Calculator_Add', '15'],
  ['npx @toolwire/cli configure claude --name clock', 'mcp__clock__Clock_Now', `${new Date().getUTCFullYear()}-`],
] as const)(
  'docs/start/agents.md: after `%s …` Claude Code calls the tool as %s',
  { timeout: 600_000 },
  async ([begin, tool, answer], { skip }) => {
    const client = clients.find(({ name }) => name === 'claude-code');
    const command = commands.find((one) => one.startsWith(begin));
    if (client === undefined || command === undefined) throw new Error(`There is no '${begin}'`);
    const installed = await installClient(client);
    if (!installed.ok) return skip(`Claude Code could not be installed: ${installed.reason}`);
    const server = await listenOn(
      createServer(createNodeListener(createToolServer({ tools: [add], wires: [mcp()], logger: silentLogger }))),
    );
    onTestFinished(() => server.close());
    const home = await mkdtemp(join(tmpdir(), 'toolwire-agents-'));
    onTestFinished(() => rm(home, { recursive: true, force: true }));
    await symlink(join(root, 'node_modules/.pnpm/node_modules'), join(home, 'node_modules'), 'junction');
    await writeFile(join(home, 'package.json'), '{ "type": "module" }');
    await writeFile(join(home, 'stdio.ts'), stdioProgram);
    const changes = {
      ...(begin.startsWith('npx') && { 'npx @toolwire/cli configure claude': `${toolwire} configure claude --yes` }),
      ...(begin.startsWith('claude') && { 'claude mcp': `${join(installed.folder, claude)} mcp` }),
      ...(command.includes('http://') && { 'http://127.0.0.1:3000': server.url }),
      ...(command.includes('stdio') && {
        'node --import tsx src/stdio.ts': `${process.execPath} ${sources} ${join(home, 'stdio.ts')}`,
      }),
    };
    const urls = {
      file: await fileAfter(command, changes, home),
      calls: [[tool, tool.includes('Add') ? { a: 10, b: 5 } : {}]],
    };
    const { stdout } = await run(process.execPath, [join(installed.folder, 'make-calls.mjs'), JSON.stringify(urls)], {
      cwd: installed.folder,
      env: { ...process.env, NO_COLOR: '1' },
      timeout: 280_000,
    });
    const seen = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as {
      readonly answers: readonly unknown[];
      readonly tools: readonly string[];
    };
    expect(seen.tools).toContain(tool);
    expect(JSON.stringify(seen.answers)).toContain(answer);
  },
);
