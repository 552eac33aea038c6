import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Cli, openCli } from './support/cli-process.ts';
import { startModernServer } from './support/official-http.ts';
import { startsProgram } from './support/programs.ts';
import { createTestServer } from './support/tools.ts';

const official = startsProgram('official-server');

let cli: Cli;
let server: Awaited<ReturnType<ReturnType<typeof createTestServer>['listen']>>;
beforeAll(async () => {
  [cli, server] = await Promise.all([openCli(), createTestServer().listen(0, { closeOnSignals: false })]);
});
afterAll(() => Promise.all([cli.remove(), server.close()]));

async function echoed(...words: readonly string[]): Promise<unknown> {
  const { code, stdout, stderr } = await cli.run(['call', server.url, 'Tests.Echo', ...words]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

describe('toolwire call', () => {
  it.each(['otc', 'mcp', 'arcade'])('calls over %s', async (wire) => {
    const args = ['call', server.url, 'Calculator.Add', 'a=10', 'b=5', '--wire', wire, '--json'];
    const { code, stdout } = await cli.run(args);
    expect(code).toBe(0);
    const { kind, value } = JSON.parse(stdout) as { readonly kind: string; readonly value: unknown };
    expect({ kind, value }).toEqual({ kind: 'value', value: 15 });
  });

  it('writes only the value', async () => {
    const { code, stdout, stderr } = await cli.run(['call', server.url, 'Calculator.Add', 'a=10', 'b=5']);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '15\n', stderr: '' });
  });

  it('calls an official server over stdio', async () => {
    const { code, stdout } = await cli.run(['call', 'add', 'a=10', 'b=5', '--', ...official]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '15\n' });
  });

  it('converts arguments to the types in the listing', async () => {
    expect(await echoed('text=10', 'count=10', 'flag=true', 'list=[1,2]', 'any=7')).toEqual({
      text: '10',
      count: 10,
      flag: true,
      list: [1, 2],
      any: 7,
    });
    expect(await echoed('any=word', 'text=a=b', 'list:=[3]')).toEqual({ any: 'word', text: 'a=b', list: [3] });
    expect(await echoed('--input', '{"text":"x","count":1}', 'count=2')).toEqual({ text: 'x', count: 2 });
  });

  it('reads strings from files', async () => {
    await writeFile(join(cli.folder, 'text.txt'), 'of a file');
    await writeFile(join(cli.folder, 'input.json'), '{"count":3}');
    expect(await echoed(`text=@${join(cli.folder, 'text.txt')}`)).toEqual({ text: 'of a file' });
    expect(await echoed('text=@@name', `--input=@${join(cli.folder, 'input.json')}`)).toEqual({
      text: '@name',
      count: 3,
    });
  });

  it('reads bytes from files if the schema requires base64', async () => {
    await writeFile(join(cli.folder, 'bytes'), Buffer.from([0, 255, 1]));
    expect(await echoed(`bytes=@${join(cli.folder, 'bytes')}`)).toEqual({ bytes: 'AP8B' });
  });

  it.each(['otc', 'mcp'])('shows invalid input under its parameter over %s', async (wire) => {
    const { code, stdout, stderr } = await cli.run([
      'call',
      server.url,
      'Calculator.Add',
      'a=ten',
      'b=5',
      '--wire',
      wire,
    ]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^✗ Invalid input for Calculator\.Add@1\.1\.0:\n {2}a {2}\S.*number.*\n$/);
  });

  it.each(['otc', 'mcp'])('shows how to type a list that arrived as a string over %s', async (wire) => {
    const { stderr } = await cli.run(['call', server.url, 'Tests.Echo', 'list=1,2', '--wire', wire]);
    expect(stderr).toMatch(/^ {2}list {2}.*\n {8}use list:='\[…\]'\n$/m);
  });

  it.each(['otc', 'mcp', 'arcade'])(
    'obeys the retry hints of a failure over %s, and does not retry if the input must change',
    async (wire) => {
      const flaky = await createTestServer().listen(0, { closeOnSignals: false });
      onTestFinished(() => flaky.close());
      const once = await cli.run(['call', flaky.url, 'Tests.Flaky', '--wire', wire]);
      expect(once.code).toBe(1);
      expect(once.stderr).toContain('Tests.Flaky@1.0.0 failed: Not yet');
      expect(once.stderr).toContain('See --retry.');
      const again = await cli.run(['call', flaky.url, 'Tests.Flaky', '--retry', '2', '--wire', wire]);
      expect({ code: again.code, stdout: again.stdout }).toEqual({ code: 0, stdout: '3\n' });
      expect(again.stderr).toMatch(/^retrying in 1 ms: /);
      const changed = await cli.run(['call', flaky.url, 'Tests.Change', '--retry', '5', '--json', '--wire', wire]);
      expect(changed.code).toBe(1);
      expect(JSON.parse(changed.stdout)).toMatchObject({
        attempts: 1,
        failure: { additionalPromptContent: 'Ask less.' },
      });
    },
  );

  it('supports a server of only 2026-07-28, and repeats marked parameters in headers', async () => {
    const modern = await startModernServer();
    onTestFinished(() => modern.close());
    const args = ['call', modern.url, 'add', 'a=10', 'b=5', 'city=Köln', '--raw'];
    const { code, stdout, stderr } = await cli.run(args);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '15 Köln\n' });
    expect(stderr).toContain('> mcp-param-city: =?base64?S8O2bG4=?=');
    expect(stderr).toContain('> mcp-name: add');
  });

  it('shows no signed token, even if a server repeats it', async () => {
    let token = '';
    const echoing = createServer((request, response) => {
      token = request.headers.authorization?.slice('Bearer '.length) ?? token;
      const tools = [{ id: 'A.B', version: '1.0.0', description: token }];
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ tools }));
    });
    await new Promise<void>((resolve) => echoing.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void echoing.close());
    const url = `http://127.0.0.1:${(echoing.address() as AddressInfo).port}`;
    const args = ['list', url, '--json', '--raw', '--jwt-secret', 'a-secret-of-the-tests-0123456789'];
    const { code, stderr } = await cli.run(args);
    expect(code).toBe(0);
    expect(token.split('.')).toHaveLength(3);
    expect(stderr).toContain('"description":"[masked]"');
    expect(stderr).not.toContain(token);
  });

  it('shows the requests to a module, with --raw', async () => {
    const { stderr } = await cli.run([
      'list',
      fileURLToPath(new URL('./programs/tools.mjs', import.meta.url)),
      '--raw',
    ]);
    expect(stderr).toContain('> GET http://localhost/tools');
  });

  it('shows missing requirements, and accepts them with a flag that --raw does not show', async () => {
    const lacking = await cli.run(['call', server.url, 'Tests.Secret']);
    expect(lacking.code).toBe(1);
    expect(lacking.stderr).toContain('needs secret WEATHER_KEY: --secret WEATHER_KEY=VALUE');
    const args = ['call', server.url, 'Tests.Secret', '--secret', 'WEATHER_KEY=rain-or-shine', '--raw'];
    const { code, stdout, stderr } = await cli.run(args);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'told\n' });
    expect(stderr).toContain('"value":"[masked]"');
    expect(stderr).not.toContain('rain-or-shine');
  });

  it('shows progress on stderr', async () => {
    const { code, stdout, stderr } = await cli.run(['call', `${server.url}/mcp`, 'Tests.Slow', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'value' });
    expect(stderr).toBe('1/2 half \\u001b[2Jway\n');
  });

  it('ends with 3 if the server stops before the call', async () => {
    const tools = [{ id: 'A.B', version: '1.0.0' }];
    const leaving = createServer((request, response) => {
      if (request.method === 'POST') request.socket.destroy();
      else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ tools }));
    });
    await new Promise<void>((resolve) => leaving.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void leaving.close());
    const url = `http://127.0.0.1:${(leaving.address() as AddressInfo).port}`;
    const { code, stderr } = await cli.run(['call', url, 'A.B']);
    expect(code).toBe(3);
    expect(stderr).toContain('The tool may have run.');
  });

  it.each([
    [['a'], "'a' is not a parameter. Expected name=value"],
    [['a=1', 'a=2'], "'a' was given more than once."],
    [['a:={'], 'a must be valid JSON'],
    [['a=@there-is-no-such-file'], "File there-is-no-such-file can't be read."],
    [['--input', '[]'], '--input must be a JSON object'],
    [['--retry', 'often'], '--retry must be a whole number from 0 to 100'],
    [['--retry', '1e2'], '--retry must be a whole number from 0 to 100'],
    [['--retry', ' '], '--retry must be a whole number from 0 to 100'],
    [['--retry', '101'], '--retry must be a whole number from 0 to 100'],
    [['--secret', 'hidden'], '--secret needs a name and a value: --secret NAME=VALUE.'],
  ])('ends %j with 2', async (words, message) => {
    const { code, stdout, stderr } = await cli.run(['call', server.url, 'Calculator.Add', ...words]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('hidden');
  });
});
