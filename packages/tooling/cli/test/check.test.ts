import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiKey } from '@toolwire/auth';
import { documentTools } from '@toolwire/conformance/fixtures';
import { toolwire } from 'toolwire';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Cli, openCli } from './support/cli-process.ts';
import { objectWith, textWith } from './support/matchers.ts';
import { runHere } from './support/run-here.ts';
import { createTestServer } from './support/tools.ts';

// Only for commands in this process. Here, the suite is always found.
vi.mock('../src/check/mcp-suite.ts', () => ({ findMcpSuite: () => undefined }));

type Listening = Awaited<ReturnType<ReturnType<typeof createTestServer>['listen']>>;

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const key = 'a-key-of-the-tests-0123456789-0123456789';

let cli: Cli;
let server: Listening;
let guarded: Listening;
beforeAll(async () => {
  [cli, server, guarded] = await Promise.all([
    openCli(),
    createTestServer().listen(0, { closeOnSignals: false }),
    toolwire({ tools: documentTools(), auth: apiKey({ keys: { tester: key } }), logger: quiet }).listen(0, {
      closeOnSignals: false,
    }),
  ]);
});
afterAll(() => Promise.all([cli.remove(), server.close(), guarded.close()]));

/** The official suite is a process that loads a lot, and runs in `tests/interop` every time. */
const isAll = process.env['TEST_SCOPE'] === 'all';

const health = ['--only', 'Health', '--wire', 'otc'];

/** A server that lists a tool, and is never healthy. */
async function startSick(): Promise<string> {
  const tools = JSON.stringify({ tools: [{ id: 'A.B@1.0.0', name: 'B', version: '1.0.0' }] });
  const sick = createServer((request, response) => {
    response.writeHead(request.url === '/tools' ? 200 : 418, { 'content-type': 'application/json' }).end(tools);
  });
  await new Promise<void>((resolve) => sick.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void sick.close());
  return `http://127.0.0.1:${(sick.address() as AddressInfo).port}`;
}

describe('toolwire check', () => {
  it('tests a server with one protocol, and skips the other', async () => {
    const { code, stderr } = await cli.run(['check', await startSick(), '--only', 'Health']);
    expect(stderr).not.toContain('No tools found');
    expect(code).toBe(1);
  });

  it('ends with 0 for a conforming server, with results for people, programs and build servers', async () => {
    const [junit, badge] = [join(cli.folder, 'results.xml'), join(cli.folder, 'badge.svg')];
    const { code, stdout } = await cli.run(['check', server.url, ...health, '--junit', junit, '--badge', badge]);
    expect(stdout).toMatch(/^✓ \d+ passed, 0 failed, 0 warnings, \d+ skipped\n$/m);
    expect(stdout).toContain('1 test skipped: they need a server that shuts down\n');
    expect(code).toBe(0);
    expect(await readFile(junit, 'utf8')).toMatch(/<testsuite name="otc" tests="\d+" failures="0"/);
    expect(await readFile(badge, 'utf8')).toMatch(/^<svg [^]*aria-label="otc: \d+ passed"/);
    const json = await cli.run(['check', server.url, ...health, '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ isOk: true, counts: { fail: 0 }, stale: [] });
  });

  it('ends with 1 for an unexpected failure, and for an expected failure that passed', async () => {
    const url = await startSick();
    const failing = await cli.run(['check', url, ...health, '--json']);
    expect(failing.code).toBe(1);
    const { cases } = JSON.parse(failing.stdout) as {
      readonly cases: readonly { readonly suite: string; readonly title: string; readonly status: string }[];
    };
    const names = cases.filter(({ status }) => status === 'fail').map(({ suite, title }) => `${suite}: ${title}`);
    expect(names.length).toBeGreaterThan(0);

    const known = join(cli.folder, 'known.txt');
    await writeFile(known, `# It is a teapot.\n${names.join('\n')}\n`);
    expect((await cli.run(['check', url, ...health, '--expected-failures', known])).code).toBe(0);

    const [junit, badge] = [join(cli.folder, 'stale.xml'), join(cli.folder, 'stale.svg')];
    const [passed = ''] = names;
    await writeFile(known, `${passed} # since 1998\n`);
    const stale = await cli.run([
      'check',
      server.url,
      ...health,
      '--expected-failures',
      known,
      '--junit',
      junit,
      '--badge',
      badge,
    ]);
    expect(stale.code).toBe(1);
    expect(stale.stdout).toContain(`✗ ${passed} is expected to fail but passed. Remove it from the file\n`);
    expect(await readFile(junit, 'utf8')).toContain(`<testcase classname="expected failures" name="${passed}">`);
    expect(await readFile(badge, 'utf8')).toContain('aria-label="otc: 1 failed"');
  });

  it('demands no change of an expected failure whose test did not run', async () => {
    const url = await startSick();
    const [known, junit] = [join(cli.folder, 'all-known.txt'), join(cli.folder, 'all-known.xml')];
    const { cases } = JSON.parse((await cli.run(['check', url, '--wire', 'otc', '--json'])).stdout) as {
      readonly cases: readonly { readonly suite: string; readonly title: string; readonly status: string }[];
    };
    const names = (...wanted: readonly string[]): readonly string[] =>
      cases.filter(({ status }) => wanted.includes(status)).map(({ suite, title }) => `${suite}: ${title}`);
    // Skipped tests, and tests that `--only` does not select.
    expect(names('skip').length).toBeGreaterThan(0);
    await writeFile(known, [...names('fail', 'skip'), 'mcp 2025-11-25: a test of MCP'].join('\n'));
    const checked = await cli.run(['check', url, ...health, '--expected-failures', known, '--junit', junit]);
    expect(checked.stdout).not.toContain('stale');
    expect(checked.code).toBe(0);
  });

  it('tries valid and almost valid credentials', async () => {
    const args = [
      'check',
      guarded.url,
      '--wire',
      'otc',
      '--only',
      'a key in',
      '--test-auth',
      '--api-key',
      key,
      '--json',
    ];
    const { code, stdout, stderr } = await cli.run(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: textWith('otc at') });
    const { counts } = JSON.parse(stdout) as { readonly counts: { readonly pass: number } };
    expect(counts.pass).toBeGreaterThan(0);
    // A server that accepts all callers is detected.
    const open = await toolwire({ tools: documentTools(), logger: quiet }).listen(0, { closeOnSignals: false });
    onTestFinished(() => open.close());
    const words = ['--only', 'a key in', '--test-auth', '--api-key', key];
    expect((await cli.run(['check', open.url, '--wire', 'otc', ...words])).code).toBe(1);
  });

  it.runIf(isAll)(
    'runs the official MCP suite if it is installed, and otherwise shows how to install it',
    {
      timeout: 240_000,
    },
    async () => {
      const folder = fileURLToPath(new URL('..', import.meta.url));
      const onNode20 = new URL('../../../../tests/interop/src/node-20/register.mjs', import.meta.url).href;
      const args = ['check', server.url, '--wire', 'mcp', '--revision', '2025-11-25', '--json'];
      const { stdout, stderr } = await cli.run(args, {
        folder,
        environment: { NODE_OPTIONS: `--import=${onNode20}` },
      });
      expect(stderr).toContain(`mcp 2025-11-25 at ${server.url}/mcp\n`);
      const { cases } = JSON.parse(stdout) as {
        readonly cases: readonly { readonly suite: string; readonly title: string; readonly status: string }[];
      };
      expect(cases).toContainEqual(objectWith({ suite: 'mcp 2025-11-25', status: 'pass' }));
      expect(cases.some(({ title }) => title.startsWith('tools-list: '))).toBe(true);
      const elsewhere = await cli.run(args, { folder: cli.folder });
      expect(elsewhere).toMatchObject({ code: 2, stderr: textWith('@modelcontextprotocol/conformance') });
    },
  );

  it('shows once how to install the official MCP suite, if the server has MCP', async () => {
    const shown = async (url: string): Promise<number> => {
      const { stderr } = await runHere(['check', url, '--only', 'Health'], { columns: 80 });
      return stderr.split('npm install').length - 1;
    };
    expect(await shown(server.url)).toBe(1);
    expect(await shown(await startSick())).toBe(0);
  });

  it('names the protocols that it has not found', async () => {
    const empty = createServer((_, response) => void response.writeHead(404).end());
    await new Promise<void>((resolve) => empty.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void empty.close());
    const url = `http://127.0.0.1:${(empty.address() as AddressInfo).port}`;
    expect((await runHere(['check', url])).stderr).toContain(`No Open Tool Calling or MCP server found at ${url}.`);
    expect((await runHere(['check', url, '--wire', 'otc'])).stderr).toContain(`No Open Tool Calling server found`);
    expect((await runHere(['check', url, '--wire', 'mcp'])).stderr).toContain(`No MCP server found`);
  });

  it('ends with 3 without a server, and with 2 for missing arguments', async () => {
    expect((await cli.run(['check', 'http://127.0.0.1:1'])).code).toBe(3);
    expect((await cli.run(['check', 'listing.json'])).code).toBe(2);
    expect((await cli.run(['check', server.url, '--revision', '1999-01-01'])).code).toBe(2);
    expect((await cli.run(['check', server.url, '--wire', 'otc', '--test-auth'])).code).toBe(2);
  });

  it('ends with 2 if there is no test to run', async () => {
    const unknown = await cli.run(['check', server.url, '--wire', 'otc', '--only', 'Helth']);
    expect(unknown).toMatchObject({ code: 2, stderr: textWith("--only 'Helth' selects no Open Tool Calling test.") });
    const onlyMcp = await cli.run(['check', `${server.url}/mcp`], { folder: cli.folder });
    expect(onlyMcp).toMatchObject({ code: 2, stderr: textWith('The official MCP suite is not installed.') });
  });
});
