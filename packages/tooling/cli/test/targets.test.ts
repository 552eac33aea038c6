import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Cli, openCli } from './support/cli-process.ts';
import { startsProgram } from './support/programs.ts';
import { createTestServer } from './support/tools.ts';

type Listening = Awaited<ReturnType<ReturnType<typeof createTestServer>['listen']>>;

const program = (name: string): string => fileURLToPath(new URL(`./programs/${name}`, import.meta.url));
const fromSource = { NODE_OPTIONS: `--conditions=@toolwire/source --import=${import.meta.resolve('tsx')}` };
const official = startsProgram('official-server');
const key = 'a-key-of-the-tests-0123456789-0123456789';

let cli: Cli;
let server: Listening;
let guarded: Listening;
beforeAll(async () => {
  [cli, server, guarded] = await Promise.all([
    openCli(),
    createTestServer().listen(0, { closeOnSignals: false }),
    createTestServer({ apiKey: key }).listen(0, { closeOnSignals: false }),
  ]);
});
afterAll(() => Promise.all([cli.remove(), server.close(), guarded.close()]));

/** A server that sends the same response to every request. */
async function answering(status: number, type: string, body: string): Promise<string> {
  const one = createServer((_request, response) => response.writeHead(status, { 'content-type': type }).end(body));
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void one.close());
  return `http://127.0.0.1:${(one.address() as AddressInfo).port}`;
}

// Characters that a terminal must not receive.
const obeyed = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

describe('toolwire list', () => {
  it.each([
    ['OTC', ''],
    ['OTC', '/tools'],
    ['MCP', '/mcp'],
    ['Arcade', '/worker'],
  ])('detects %s at "%s"', async (protocol, path) => {
    const { code, stdout, stderr } = await cli.run(['list', server.url + path]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^\\d tools at .* over ${protocol}\n`));
    expect(stdout).toContain('Calculator.Add@1.1.0  Adds two numbers.\n');
    expect(stdout).toContain('[needs secret WEATHER_KEY] Needs a secret.');
    expect(stdout).not.toMatch(obeyed);
  });

  it.each([
    ['mcp', 'MCP'],
    ['arcade', 'Arcade'],
  ])('uses the protocol of --wire: %s', async (wire, protocol) => {
    const { code, stdout } = await cli.run(['list', server.url, '--wire', wire]);
    expect(code).toBe(0);
    expect(stdout).toContain(`over ${protocol}\n`);
  });

  it('writes a listing that can be saved and read again', async () => {
    const { stdout } = await cli.run(['list', '--json', server.url]);
    const saved = join(cli.folder, 'listing.json');
    await writeFile(saved, stdout);
    expect(stdout).not.toMatch(obeyed);
    expect((await cli.run(['list', '--json', saved])).stdout).toBe(stdout);
    const same = await cli.run(['diff', saved, server.url]);
    expect(same).toEqual({ code: 0, stdout: '✓ Nothing has changed.\n', stderr: '' });
  });

  it('starts an official server and connects to it over stdio', async () => {
    const { code, stdout, stderr } = await cli.run(['list', '--', ...official]);
    expect(stderr).toBe('ready \\u001b[31mnow\n');
    expect(stdout).toContain('1 tool at');
    expect(stdout).toContain('add  Adds two numbers.\n');
    expect(code).toBe(0);
  });

  it('loads a module that exports tools', async () => {
    const typed = ['list', program('tools.mjs')];
    const { code, stdout, stderr } = await cli.run(typed, { environment: fromSource });
    expect(stderr).toBe('');
    expect(stdout).toContain('Calculator.Half@1.0.0  Halves a number.\n');
    expect(code).toBe(0);
  });

  it('ends with 3 without a server, or without tools', async () => {
    const page = await answering(200, 'text/html', '<html>\u001b[31m</html>');
    const [gone, other, missing, noProgram] = await Promise.all([
      cli.run(['list', 'http://127.0.0.1:1']),
      cli.run(['list', page]),
      cli.run(['list', 'there-is-none.json']),
      cli.run(['list', '--', 'there-is-no-such-program']),
    ]);
    expect(gone.code).toBe(3);
    expect(other.code).toBe(3);
    expect(other.stderr).toContain(`No tools found at ${page}/`);
    expect(missing).toMatchObject({ code: 3, stderr: "toolwire: there-is-none.json can't be read. Does it exist?\n" });
    expect(noProgram.code).toBe(3);
    expect(noProgram.stderr).toContain("there-is-no-such-program can't be started");
  });

  it.each(['{"error":{"message":"Not found"}}', '{"error":{"status":404}}', '{"error":{"code":"no","message":"x"}}'])(
    'reads no MCP error from a body that is not JSON-RPC: %s',
    async (body) => {
      const url = await answering(404, 'application/json', body);
      const { code, stderr } = await cli.run(['list', url]);
      expect(code).toBe(3);
      expect(stderr).toMatch(/mcp at .*: The response has the status 404 and is not MCP\.\n/);
    },
  );

  it('sends requests only to the host of TARGET, also if its path begins with two slashes', async () => {
    const requested: string[] = [];
    const recorder = createServer(({ headers, url }, response) => {
      requested.push(`${headers.host}${url}`);
      response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => recorder.listen(0, resolve));
    onTestFinished(() => void recorder.close());
    const { port } = recorder.address() as AddressInfo;
    await cli.run(['list', `http://127.0.0.1:${port}//localhost:${port}/api`, '--token', 'a-token-of-the-tests']);
    const base = `127.0.0.1:${port}//localhost:${port}/api`;
    expect(requested).toEqual(expect.arrayContaining([`${base}/mcp`, `${base}/worker/tools`]));
    expect(requested.filter((one) => !one.startsWith(base))).toEqual([]);
  });

  it('keeps the query of TARGET at the end of each URL that it tries', async () => {
    const { code, stdout } = await cli.run(['list', `${server.url}/worker?tenant=a`]);
    expect(code).toBe(0);
    expect(stdout).toContain('over Arcade');
  });

  it('ends with 1 if the server requires authentication, and shows how to authenticate', async () => {
    const refused = await cli.run(['list', guarded.url]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('Pass --api-key');
    const byFlag = await cli.run(['list', guarded.url, '--api-key', key]);
    const byEnvironment = await cli.run(['list', guarded.url], { environment: { TOOLWIRE_API_KEY: key } });
    const overMcp = await cli.run(['list', `${guarded.url}/mcp`, '--api-key', key]);
    expect([byFlag.code, byEnvironment.code, overMcp.code]).toEqual([0, 0, 0]);
  });

  it('shows requests and responses without credentials', async () => {
    const { code, stderr } = await cli.run(['list', guarded.url, '--raw', '--api-key', key]);
    expect(code).toBe(0);
    expect(stderr).toContain(`> GET ${guarded.url}/tools`);
    expect(stderr).toContain('> otc-api-key: [masked]');
    expect(stderr).toContain('< 200 OK');
    expect(stderr).toContain('Calculator.Add');
    expect(stderr).not.toContain(key);
    expect(stderr).not.toMatch(obeyed);
  });

  it('escapes all control characters of a server', async () => {
    const tools = [
      {
        id: 'A\u001b]0;x\u0007.B',
        version: '1\u009b',
        description: 'one\r\ntwo\u202e',
        requirements: { secrets: [{}] },
      },
    ];
    const hostile = await answering(200, 'application/json', JSON.stringify({ tools }));
    for (const typed of [
      ['list', hostile],
      ['list', '--json', hostile],
      ['list', '--raw', hostile],
      ['show', hostile, 'C.D'],
    ]) {
      const { stdout, stderr } = await cli.run(typed);
      expect(stdout + stderr).not.toMatch(obeyed);
      expect(stdout + stderr).not.toBe('');
    }
  });
});

describe('toolwire show', () => {
  it('shows the input, output and requirements of a tool', async () => {
    const { code, stdout } = await cli.run(['show', server.url, 'Calculator.Add']);
    expect(code).toBe(0);
    expect(stdout).toContain('Calculator.Add@1.1.0\n\nAdds two numbers.\n\nInput\n');
    expect(stdout).toContain('  a  number  required  The first number.\n');
    expect(stdout).toContain('Output\n  number\n');
    expect((await cli.run(['show', server.url, 'Tests.Secret'])).stdout).toContain('Needs\n  secret WEATHER_KEY\n');
  });

  it('accepts a version, and the MCP name', async () => {
    const [earlier, named] = await Promise.all([
      cli.run(['show', '--json', server.url, 'Calculator.Add@1.0.0']),
      cli.run(['show', '--json', `${server.url}/mcp`, 'Calculator_Add']),
    ]);
    expect(JSON.parse(earlier.stdout)).toMatchObject({ id: 'Calculator.Add@1.0.0', version: '1.0.0' });
    expect(JSON.parse(named.stdout)).toMatchObject({ id: 'Calculator.Add@1.1.0' });
  });

  it('suggests a similar tool', async () => {
    const { code, stderr } = await cli.run(['show', server.url, 'Calculator.Ad']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: "toolwire: Unknown tool 'Calculator.Ad'. Did you mean Calculator.Add?\n",
    });
  });
});
