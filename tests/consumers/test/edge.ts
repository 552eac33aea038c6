import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { freePort } from '@toolwire/programs/free-port';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Ground, once as onlyOnce, thirdParty } from '../src/ground.ts';
import { installByNpm, writeFiles } from '../src/project.ts';
import { outputOf } from '../src/run.ts';
import { root } from '../src/workspace.ts';

const page = readFileSync(join(root, 'docs/recipes/edge.md'), 'utf8');
const [, worker = ''] = /^```ts worker\.ts\n([^]*?)^```$/m.exec(page) ?? [];
const [, installed = ''] = /^npm install (.+)$/m.exec(page.replaceAll(/\\\n */g, '')) ?? [];
const platform = `${process.platform}-${process.arch}`;

/** The program of each runtime, which is a package for this platform, and how it serves `worker.ts`. */
const runtimes: Readonly<
  Record<
    string,
    { readonly package: string; readonly program: string; readonly args: (port: number) => readonly string[] }
  >
> = {
  workerd: {
    package: 'workerd@1.20261117.1',
    program: `@cloudflare/workerd-${platform.replace('x64', '64')}/bin/workerd`,
    args: (port) => ['serve', 'workerd.capnp', `--socket-addr=http=127.0.0.1:${port}`],
  },
  Deno: {
    package: 'deno@2.9.6',
    program: `@deno/${platform}${process.platform === 'linux' ? '-glibc' : ''}/deno`,
    args: (port) => ['serve', '--host=127.0.0.1', `--port=${port}`, '--no-prompt', 'worker.ts'],
  },
  Bun: {
    package: 'bun@1.4.5',
    program: `@oven/bun-${platform.replace('arm64', 'aarch64')}/bin/bun`,
    args: () => ['worker.ts'],
  },
};

/** The worker of the page, with the newest rules that this workerd knows. */
const workerdConfig = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (modules = [(name = "worker", esModule = embed "bundle.js")], compatibilityDate = "2026-11-01"))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;

/** The recipe for serverless and edge, installed as described, on the runtimes that are available as packages. */
export function edgeSuite(ground: Ground): void {
  const project = onlyOnce(async () => {
    const tarballs = await ground.tarballs();
    const ours = installed
      .split(' ')
      .map((name) => [name, tarballs[name] ?? thirdParty[name] ?? `no version of ${name}`]);
    const theirs = Object.values(runtimes).map((one) => one.package.split('@'));
    const folder = await installByNpm(
      join(ground.folder, 'edge'),
      Object.fromEntries([...ours, ...theirs, ['esbuild', thirdParty['esbuild']]]) as Record<string, string>,
      tarballs,
    );
    writeFiles(folder, { 'worker.ts': worker, 'workerd.capnp': workerdConfig });
    const target = ['--bundle', '--format=esm', '--conditions=workerd,worker', '--outfile=bundle.js'];
    await outputOf('node', ['node_modules/esbuild/bin/esbuild', 'worker.ts', ...target, '--log-level=warning'], folder);
    return folder;
  });

  describe('docs/recipes/edge.md', () => {
    it.each(Object.entries(runtimes))(
      'serves calls on %s, and validates them',
      { timeout: 600_000 },
      async (_, { program, args }) => {
        const folder = await project();
        const port = await freePort();
        const child = spawn(join(folder, 'node_modules', program), args(port), {
          cwd: folder,
          env: { PATH: process.env['PATH'], HOME: folder, PORT: String(port), HOST: '127.0.0.1', NO_COLOR: '1' },
        });
        onTestFinished(() => stop(child));
        let said = '';
        for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += String(data)));
        child.on('exit', (code) => (said += `ended with ${code}`));
        const url = `http://127.0.0.1:${port}`;
        await expect
          .poll(
            () =>
              fetch(`${url}/tools`).then(
                ({ status }) => status,
                () => said,
              ),
            { timeout: 60_000, interval: 200 },
          )
          .toBe(200);
        expect(await call(url, { a: 10, b: 5 })).toMatchObject([200, { result: { value: 15 } }]);
        expect(await call(url, { a: 10, b: 'infinity' })).toMatchObject([
          422,
          { parameter_errors: { b: expect.stringContaining('number') as unknown } },
        ]);
        expect(await listOverMcp(url)).toMatchObject([200, { result: { tools: [{ name: 'Calculator_Add' }] } }]);
      },
    );
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

function call(url: string, input: object): Promise<readonly [status: number, body: unknown]> {
  return post(`${url}/tools/call`, { request: { tool_id: 'Calculator.Add', input } });
}

function listOverMcp(url: string): Promise<readonly [status: number, body: unknown]> {
  return post(`${url}/mcp`, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
}

async function post(url: string, body: object): Promise<readonly [status: number, body: unknown]> {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return [answer.status, await answer.json()];
}
