import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { json } from 'node:stream/consumers';
import { cpuMs } from '@toolwire/internal/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bridgeTools } from '../src/bridge/bridge-tools.ts';
import { mcpClients } from '../src/clients/client-table.ts';
import { parameterWords, sampleInput } from '../src/command-line/next-step.ts';
import { readInput } from '../src/commands/read-input.ts';
import { locateError } from '../src/dev/locate-error.ts';
import { checkClients } from '../src/doctor/check-clients.ts';
import { installedPackages } from '../src/doctor/check-versions.ts';
import { findServerProblem } from '../src/doctor/server-problem.ts';
import { startShell } from '../src/git/start-shell.ts';
import { importReport } from '../src/import/import-report.ts';
import { readResult } from '../src/mcp/call-tool.ts';
import { safeLine } from '../src/terminal/terminal-text.ts';
import { runHere } from './support/run-here.ts';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'toolwire-foreign-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

async function newFile(name: string, text: string): Promise<string> {
  const file = join(await newFolder(), name);
  await writeFile(file, text);
  return file;
}

/** Starts a server with one tool and one without a name, whose listing ends with null, and returns its URL. `ending` is its response to the end of a session. */
async function startMcpServer(ending: number | 'never'): Promise<string> {
  const results: Readonly<Record<string, object>> = {
    initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } },
    'tools/list': { tools: [{ name: 'add', inputSchema: { type: 'object' } }, {}], nextCursor: null },
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'DELETE') return void (ending === 'never' || response.writeHead(ending).end());
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const { id, method } = (await json(request)) as { readonly id?: number; readonly method: string };
    if (id === undefined) return void response.writeHead(202).end();
    const result = results[method];
    const outcome = result === undefined ? { error: { code: -32601, message: 'Unknown method' } } : { result };
    response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 'session' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

describe('a command to paste', () => {
  it('quotes the parameters of a server', () => {
    expect(parameterWords({ 'a;touch x': 1, "b's": 'two words', c: [] })).toEqual([
      "'a;touch x'=1",
      `'b'\\''s'='two words'`,
      "c:='[]'",
    ]);
  });

  it('quotes the names of servers in config files', async () => {
    const [client] = mcpClients;
    if (client === undefined) throw new Error('There is no client.');
    const paths = { platform: 'linux', home: '/', folder: '/', environment: {} } as const;
    const problem = await findServerProblem(client, '$(touch x)', {}, { scope: 'user', paths });
    expect(problem?.advice).toContain("--name '$(touch x)'");
  });

  it('quotes the path of an OpenAPI document', async () => {
    const folder = join(await newFolder(), 'two words');
    await mkdir(folder);
    await writeFile(join(folder, 'api.json'), '{"openapi":"3.1.0","info":{"title":"x","version":"1"},"paths":{}}');
    const { stderr } = await runHere(['import', join(folder, 'api.json')]);
    expect(stderr).toContain(`toolwire import '${folder}/api.json' --search`);
  });

  it('has the path of the imported tools from the working folder', () => {
    const imported = { files: [], toolIds: [], unsupported: [], advice: [], problems: [] } as unknown as Parameters<
      typeof importReport
    >[0];
    expect(importReport(imported, join(process.cwd(), 'src/tools'), '')).toContain("from './src/tools/index.ts'");
    expect(importReport(imported, '../tools', '')).toContain("from '../tools/index.ts'");
  });

  it('has a short sample for a parameter with a large minimum length', () => {
    const schema = { type: 'object', required: ['a'], properties: { a: { type: 'string', minLength: 2 ** 30 } } };
    expect(sampleInput(schema)).toEqual({ a: 'example'.padEnd(1000, '-') });
  });

  it('has a sample for a parameter with a reference', () => {
    const filter = { type: 'object', required: ['since'], properties: { since: { type: 'string', format: 'date' } } };
    const schema = { required: ['filter'], properties: { filter: { $ref: '#/$defs/f' } }, $defs: { f: filter } };
    expect(sampleInput(schema)).toEqual({ filter: { since: '2026-01-31' } });
  });
});

describe('an unusual value', () => {
  it('of a number that JavaScript would change stays a string, so that the server refuses it', async () => {
    const schema = { properties: { a: { type: 'integer' }, b: { type: 'integer' } } };
    const upload = () => Promise.reject(new Error('Nothing to upload'));
    expect(await readInput(['a=9007199254740993', 'b=9007199254740992'], undefined, schema, upload)).toEqual({
      a: '9007199254740993',
      b: 9007199254740992,
    });
  });

  it('of a parameter with a reference is read by the schema there', async () => {
    const schema = {
      properties: { a: { $ref: '#/$defs/a' } },
      $defs: { a: { anyOf: [{ $ref: '#/$defs/b' }] }, b: { type: 'object' } },
    };
    const upload = () => Promise.reject(new Error('Nothing to upload'));
    expect(await readInput(['a={"b":1}'], undefined, schema, upload)).toEqual({ a: { b: 1 } });
  });

  it('in the retry delay of a server is not used', () => {
    const details = { error: { message: 'Busy.', can_retry: true, retry_after_ms: -5 } };
    const result = { isError: true, content: [], _meta: { 'org.opentoolcalling/result': details } };
    expect(readResult(result, { callId: 'a', attempts: 1 })).toEqual({
      callId: 'a',
      attempts: 1,
      kind: 'failed',
      failure: { message: 'Busy.', canRetry: true },
    });
  });

  it('of a version is shown without control characters', () => {
    const tool = {
      toolId: 'A.B',
      id: 'A.B',
      version: '1\u001b[2J',
      name: 'b',
      description: 'B.',
      inputSchema: { type: 'object' },
      outputSchema: {},
    };
    const notes: string[] = [];
    const naming = { toolkit: 'X', context: {}, wire: 'mcp', note: (text: string) => void notes.push(text) } as const;
    bridgeTools([tool, tool], naming);
    expect(notes.join('')).not.toContain('\u001b');
  });

  it('of a message with many spaces is shown on one line, in linear time', () => {
    expect(safeLine('a \r\n\t b  c\td')).toBe('a b  c d');
    const text = `${' '.repeat(100_000)}a`;
    expect(cpuMs(() => expect(safeLine(text)).toBe(text))).toBeLessThan(1_000);
  });

  it('of a file URL in an error message is not a location', () => {
    const crash = { code: undefined, help: undefined, stacks: [], output: '' };
    const message = 'file://server/share.json: not valid';
    expect(locateError({ ...crash, message }, '/')).toEqual({ location: undefined, message });
  });

  it('that a module throws is shown', async () => {
    const text = await runHere(['list', await newFile('text.mjs', "throw 'no paper';")]);
    expect(text.stderr).toMatch(/cannot be loaded: no paper\n$/);
    const code = 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX';
    const strict = await newFile('strict.mjs', `throw Object.assign(new SyntaxError('enum'), { code: '${code}' });`);
    expect((await runHere(['list', strict])).stderr).toMatch(/cannot be loaded: enum\. Node cannot run .* Install tsx/);
    const nothing = await runHere(['list', await newFile('nothing.mjs', 'throw null;')]);
    expect(nothing.stderr).toMatch(/cannot be loaded: null\n$/);
  });

  it('of the cursor on the last page ends a listing of MCP', async () => {
    const { stdout } = await runHere(['list', await startMcpServer(405)]);
    expect(stdout).toMatch(/^1 tool at /);
  });
});

describe('a server of MCP that does not end its session', () => {
  it('does not change the result of a command', async () => {
    expect(await runHere(['list', await startMcpServer(500)])).toMatchObject({ code: 0, stderr: '' });
  });

  it('does not keep a command running', async () => {
    expect(await runHere(['list', await startMcpServer('never'), '--timeout', '0.5'])).toMatchObject({ code: 0 });
  });
});

describe('an unusual file', () => {
  it('of a listing may begin with a byte order mark', async () => {
    const { code, stdout } = await runHere(['list', await newFile('listing.json', '\uFEFF{"tools":[]}')]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^0 tools at /) as unknown });
  });

  it('of the input may begin with a byte order mark', async () => {
    const file = await newFile('input.json', '\uFEFF{"a":1}');
    const upload = (path: string): Promise<string> => Promise.resolve(path);
    expect(await readInput([`b:=\uFEFF2`], `@${file}`, {}, upload)).toEqual({ a: 1, b: 2 });
  });

  it('of a package or a client does not end toolwire doctor', async () => {
    const folder = await newFolder();
    await mkdir(join(folder, 'node_modules/@toolwire/core'), { recursive: true });
    await writeFile(join(folder, 'node_modules/@toolwire/core/package.json'), '{"name":');
    expect(await installedPackages(folder)).toMatchObject([{ name: '@toolwire/core', version: 'unknown' }]);
    await mkdir(join(folder, '.mcp.json'));
    expect(await checkClients({ platform: 'linux', home: folder, folder, environment: {} })).toMatchObject([
      { state: 'problem', message: expect.stringContaining('Claude Code cannot read') as unknown },
    ]);
  });

  it('reports why a command was not started', async () => {
    const command = startShell('exit 0', join(await newFolder(), 'missing'), () => undefined, {});
    await expect(command.ended).rejects.toThrow(/^'exit 0' can't be started: spawn .*ENOENT/);
    await command.end();
  });

  it('shows the output of a command with a character in two chunks', async () => {
    let output = '';
    const command = startShell(
      "printf '\\303'; sleep 0.2; printf '\\251'",
      '.',
      (text) => {
        output += text;
      },
      {},
    );
    await command.ended;
    expect(output).toBe('é');
  });
});
