import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createFolderArtifacts } from '@toolwire/artifacts/folder';
import { defineTool, silentLogger, toolwire } from 'toolwire';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApp } from '../src/create-app.ts';
import type { Host, RunningHost } from '../src/host.ts';
import { hostsOfRun, isEveryCase } from '../src/scope.ts';

const containing = (text: string): unknown => expect.stringContaining(text);

const mebibyte = 1024 * 1024;
const prefix = '/api/ai';

/** Describes the uploaded file that it gets. */
const describeFile = defineTool({
  id: 'Text.Describe',
  version: '1.0.0',
  description: 'Describes a file.',
  input: {
    type: 'object',
    properties: { file: { type: 'string', description: 'The file.' } },
    required: ['file'],
  } as const,
  uploads: { file: { contentTypes: ['text/csv', 'application/*'], maxBytes: 64 * mebibyte } },
  run: async ({ file }, { upload }) => {
    const { name, contentType, size, stream } = upload(file);
    const hash = createHash('sha256');
    let length = 0;
    for await (const chunk of stream()) {
      hash.update(chunk);
      length += chunk.length;
    }
    return { name, contentType, size, length, sha256: hash.digest('hex') };
  },
});

interface Answer {
  readonly status: number | undefined;
  readonly json: Readonly<Record<string, unknown>>;
  /** The number of bytes that were written until the response. */
  readonly sent: number;
}

interface Put {
  readonly url: string;
  readonly body: Iterable<Uint8Array>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  /** Disconnects after this many bytes. */
  readonly leaveAfter?: number;
}

/** Sends bytes with respect to backpressure, until the response. */
async function put({
  url,
  body,
  headers = {},
  method = 'PUT',
  leaveAfter = Number.POSITIVE_INFINITY,
}: Put): Promise<Answer> {
  const request = httpRequest(url, { method, headers: { 'content-type': 'text/csv', ...headers } });
  let sent = 0;
  let isOver = false;
  const answer = new Promise<Answer>((resolve, reject) => {
    request.once('response', (response) => {
      isOver = true;
      const sentUntilResponse = sent;
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString();
        request.destroy();
        resolve({ status: response.statusCode, json: JSON.parse(text) as Answer['json'], sent: sentUntilResponse });
      });
    });
    request.once('error', reject).once('close', () => {
      isOver = true;
    });
  });
  answer.catch(() => undefined);
  for (const chunk of body) {
    if (isOver) break;
    sent += chunk.length;
    if (!request.write(chunk)) await new Promise((resolve) => request.once('drain', resolve).once('close', resolve));
    if (sent >= leaveAfter) {
      await turn();
      request.destroy();
    }
  }
  request.end();
  return answer;
}

function* repeated(chunk: Uint8Array, times: number): Generator<Uint8Array> {
  for (let count = 0; count < times; count++) yield chunk;
}

interface Created {
  readonly file: string;
  readonly url: string;
}

for (const host of hostsOfRun('everyday', 'current')) {
  // Hono's body limit applies to every request, so that an app must exclude the path of uploads from it.
  const modes = host.bodies.filter((bodies) => host.name !== 'Hono' || bodies === 'unread');
  describe.each(modes)(`${host.name}, bodies %s`, (bodies) => {
    describeUploads(host, bodies);
  });
}

function describeUploads(host: Host, bodies: Host['bodies'][number]): void {
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-uploads-'));
  let running: RunningHost;
  const files = createFolderArtifacts({
    folder,
    url: `http://uploads.test${prefix}`,
    uploads: { maxBytes: 64 * mebibyte, maxCallerBytes: 1024 * mebibyte, maxCallerFiles: 30 },
  });
  const server = toolwire({
    tools: [describeFile],
    artifacts: { store: files },
    wires: [files.wire],
    logger: silentLogger,
  });

  beforeAll(async () => {
    const principal = ({ user }: { user: string | undefined }) => (user === undefined ? undefined : { id: user });
    running = await host.start(
      createApp({
        mounts: [{ prefix, server, principal }],
        parser: bodies === 'parsed' ? { limit: mebibyte } : undefined,
        signIn: async (authorization) => authorization ?? 'anonymous',
        guard: (request, _response, next) => {
          Object.assign(request, { user: request.headers.authorization });
          next();
        },
      }),
    );
  });
  afterAll(async () => {
    await running.close();
    rmSync(folder, { recursive: true });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const call = async (toolId: string, input: object, authorization = 'ada'): Promise<Record<string, unknown>> => {
    const response = await fetch(`${running.url}${prefix}/tools/call`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({ request: { tool_id: toolId, input } }),
    });
    return (await response.json()) as Record<string, unknown>;
  };
  const here = (url: string): string => url.replace('http://uploads.test', running.url);
  const create = async (size: number, more: object = {}, authorization = 'ada'): Promise<Created> => {
    const input = { name: 'rows.csv', content_type: 'text/csv', size, ...more };
    const answer = await call('Files.CreateUpload', input, authorization);
    const { value } = answer['result'] as { value: Created };
    return { ...value, url: here(value.url) };
  };
  // Without `--all`, other hosts than the `everyday` ones get a file that is only just larger than the limit of a body.
  const fileMegabytes = host.tier === 'everyday' || isEveryCase ? 32 : 2;
  const stored = (): readonly string[] => readdirSync(folder).filter((name) => name !== '.secret');

  test('a file is uploaded, and used by a call', async () => {
    const bytes = Buffer.from('a,b\n1,2\n');
    const { file, url } = await create(bytes.length);
    expect(await put({ url, body: [bytes] })).toMatchObject({
      status: 201,
      json: { file, name: 'rows.csv', content_type: 'text/csv', size: 8 },
    });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(await call('Text.Describe', { file })).toMatchObject({
      result: { success: true, value: { name: 'rows.csv', contentType: 'text/csv', size: 8, length: 8, sha256 } },
    });
  });

  test(`a file of ${fileMegabytes} MB arrives unchanged`, async () => {
    const chunk = randomBytes(64 * 1024);
    const size = fileMegabytes * mebibyte;
    const times = size / chunk.length;
    const { file, url } = await create(size);
    expect(await put({ url, body: repeated(chunk, times) })).toMatchObject({ status: 201 });
    const hash = createHash('sha256');
    for (const part of repeated(chunk, times)) hash.update(part);
    expect(await call('Text.Describe', { file })).toMatchObject({
      result: { value: { size, sha256: hash.digest('hex') } },
    });
  });

  test('the official MCP client uploads a file, and uses it', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const headers = { authorization: 'ada' };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${running.url}${prefix}/mcp`), { requestInit: { headers } }),
    );
    const { tools } = await client.listTools();
    const described = tools.find(({ name }) => name === 'Text_Describe')?.inputSchema.properties?.['file'];
    expect(described).toMatchObject({
      pattern: '^upload:[A-Za-z0-9_-]+$',
      description: expect.stringMatching(/^The file\. An uploaded file: call Files_CreateUpload first/) as unknown,
    });
    const created = await client.callTool({
      name: 'Files_CreateUpload',
      arguments: { name: 'data.json', content_type: 'application/octet-stream', size: 4 },
    });
    const { file, url } = created.structuredContent as Created;
    await put({ url: here(url), body: [Buffer.from('1234')], headers: { 'content-type': 'application/octet-stream' } });
    const used = await client.callTool({ name: 'Text_Describe', arguments: { file } });
    expect(used.content).toMatchObject([{ type: 'text', text: containing('"name":"data.json"') }]);
    await client.close();
  });

  test('a body that is longer than announced is refused early, and nothing is stored', async () => {
    const before = stored();
    const { file, url } = await create(mebibyte);
    const chunk = new Uint8Array(64 * 1024);
    const { status, json, sent } = await put({ url, body: repeated(chunk, 4096) });
    expect({ status, json }).toMatchObject({ status: 413, json: { code: 'upload_too_large' } });
    expect(sent).toBeLessThan(64 * mebibyte);
    expect(await put({ url, body: [new Uint8Array(9)], headers: { 'content-length': '9' } })).toMatchObject({
      status: 400,
      json: { code: 'upload_incomplete' },
    });
    expect(await put({ url, body: [new Uint8Array(9)] })).toMatchObject({
      status: 400,
      json: { code: 'upload_incomplete' },
    });
    expect(stored()).toEqual(before);
    expect(await call('Text.Describe', { file })).toMatchObject({
      parameter_errors: { file: containing('upload_not_found') },
    });
  });

  test('another content type is refused', async () => {
    const { url } = await create(4);
    for (const headers of [{ 'content-type': 'text/html' }, { 'content-encoding': 'gzip' }]) {
      expect(await put({ url, body: [new Uint8Array(4)], headers })).toMatchObject({
        status: 415,
        json: { code: 'upload_wrong_type' },
      });
    }
    const picture = await create(4, { content_type: 'image/png' });
    await put({ url: picture.url, body: [new Uint8Array(4)], headers: { 'content-type': 'image/png' } });
    expect(await call('Text.Describe', { file: picture.file })).toMatchObject({
      parameter_errors: {
        file: containing('must be text/csv or application/*, not image/png. (upload_wrong_type)'),
      },
    });
  });

  test('the file of another caller is not found', async () => {
    const { file, url } = await create(4);
    await put({ url, body: [new Uint8Array(4)] });
    const [own, other, none] = await Promise.all([
      call('Text.Describe', { file }),
      call('Text.Describe', { file }, 'bob'),
      call('Text.Describe', { file: file.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')) }, 'bob'),
    ]);
    expect(own).toMatchObject({ result: { success: true } });
    expect(other).toMatchObject({ parameter_errors: { file: containing('upload_not_found') } });
    // The same words, so that nothing shows that the file exists.
    expect(other['parameter_errors']).toEqual(none?.['parameter_errors']);
  });

  test('an expired URL and an expired file are refused', async () => {
    const { file, url } = await create(4);
    await put({ url, body: [new Uint8Array(4)] });
    const late = await create(4);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 });
    expect(await put({ url: late.url, body: [new Uint8Array(4)] })).toMatchObject({
      status: 410,
      json: { code: 'upload_expired' },
    });
    expect(await call('Text.Describe', { file })).toMatchObject({ result: { success: true } });
    vi.setSystemTime(Date.now() + 60 * 60_000);
    expect(await call('Text.Describe', { file })).toMatchObject({
      parameter_errors: { file: containing('upload_expired') },
    });
  });

  test('a URL accepts one file, also if two arrive at once', async () => {
    const { url } = await create(4);
    const both = await Promise.all([
      put({ url, body: [Buffer.from('aaaa')] }),
      put({ url, body: [Buffer.from('bbbb')] }),
    ]);
    expect(both.map(({ status }) => status).sort((left, right) => Number(left) - Number(right))).toEqual([201, 409]);
    expect(await put({ url, body: [Buffer.from('cccc')] })).toMatchObject({
      status: 409,
      json: { code: 'upload_used' },
    });
  });

  test('a changed URL is refused, and so is one of another purpose', async () => {
    const { url } = await create(4);
    const { searchParams } = new URL(url);
    const ticket = JSON.parse(Buffer.from(searchParams.get('id') ?? '', 'base64url').toString()) as object;
    const larger = Buffer.from(JSON.stringify({ ...ticket, size: 5 })).toString('base64url');
    const download = await files.save(
      (async function* () {
        yield Buffer.from('text');
      })(),
      { contentType: 'text/csv', description: 'A text', signal: new AbortController().signal },
    );
    const changed = [
      url.replace(/signature=./, (found) => `signature=${found.endsWith('0') ? '1' : '0'}`),
      url.replace(/expires=\d/, 'expires=9'),
      url.replace(/id=[^&]*/, `id=${larger}`),
      url.replace(/id=[^&]*/, 'id=..%2F..%2Fsecret'),
      url.replace(/\?.*/, ''),
      here(download.url),
    ];
    for (const wrong of changed) {
      expect(await put({ url: wrong, body: [new Uint8Array(4)] }), wrong).toMatchObject({
        status: 403,
        json: { code: 'upload_invalid' },
      });
    }
    expect((await fetch(url, { headers: { authorization: 'ada' } })).status).toBe(403);
  });

  test('an upload whose caller leaves stores nothing, and can be repeated', async () => {
    const before = stored();
    const { file, url } = await create(4 * mebibyte);
    const chunk = new Uint8Array(64 * 1024);
    await expect(put({ url, body: repeated(chunk, 64), leaveAfter: 2 * mebibyte })).rejects.toThrow('socket hang up');
    await expect.poll(stored).toEqual(before);
    await expect.poll(async () => (await put({ url, body: repeated(chunk, 64) })).status).toBe(201);
    expect(await call('Text.Describe', { file })).toMatchObject({ result: { value: { size: 4 * mebibyte } } });
  });

  test('a name with a path is refused', async () => {
    const before = stored();
    for (const name of [
      '../../etc/passwd',
      'a/b.csv',
      'a\\b.csv',
      'C:a.csv',
      '..',
      '.',
      '',
      'a\u0000b',
      'a\u202Eb',
      'x'.repeat(201),
    ]) {
      expect(await call('Files.CreateUpload', { name, content_type: 'text/csv', size: 1 }), name).toMatchObject({
        parameter_errors: { name: containing('without a path') },
      });
    }
    expect(stored()).toEqual(before);
  });

  test('a caller has a limited number of files, and other callers have their own', async () => {
    for (let count = 0; count < 30; count++) await create(1, {}, 'eve');
    expect(await call('Files.CreateUpload', { name: 'a', content_type: 'text/csv', size: 1 }, 'eve')).toMatchObject({
      result: { success: false, error: { message: containing('upload_quota'), can_retry: true } },
    });
    expect(
      await call('Files.CreateUpload', { name: 'a', content_type: 'text/csv', size: 65 * mebibyte }),
    ).toMatchObject({
      result: { success: false, error: { message: containing('upload_too_large') } },
    });
    expect(await create(1, {}, 'mallory')).toHaveProperty('file');
  });

  test('a file that a body parser has read is refused with the reason', async () => {
    const isRead = bodies === 'parsed' && readsJson.test(host.name);
    const { url } = await create(2, { content_type: 'application/json' });
    expect(
      await put({ url, body: [Buffer.from('{}')], headers: { 'content-type': 'application/json' } }),
    ).toMatchObject(isRead ? { status: 500, json: { code: 'upload_unreadable' } } : { status: 201 });
  });
}

/** The frameworks whose parser reads the JSON of every request. The others have a parser for routes, or pass its stream on. */
const readsJson = /^(?:Express|Feathers|Koa|Nest 11 on Express)/;
