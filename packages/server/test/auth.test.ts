import { anyOf, apiKey, type Credentials } from '@toolwire/auth';
import { defineTool } from '@toolwire/core';
import type { HostRequest } from '@toolwire/core/wire';
import { otc } from '@toolwire/otc';
import { describe, expect, test } from 'vitest';
import { createToolServer, type RequestVerifier, type ToolServerOptions, trustHost } from '../src/index.ts';
import { hostRequest, recordingLogger, send } from './support.ts';

const key = 'k'.repeat(40);
const other = 'o'.repeat(40);
const whoAmI = defineTool({
  id: 'Session.WhoAmI',
  version: '1.0.0',
  description: 'Tells who calls.',
  run: (_input, { principal }) => principal?.id ?? null,
});
const secret = defineTool({ ...whoAmI, id: 'Session.Secret' });

const protectedServer = (options: Partial<ToolServerOptions> = {}) =>
  createToolServer({
    tools: [whoAmI, secret],
    wires: [otc()],
    auth: apiKey({
      keys: [
        { key, principal: { id: 'ada' } },
        { key: other, principal: { id: 'bob' } },
      ],
    }),
    logger: recordingLogger(),
    ...options,
  });
const callTo = (tool_id: string, headers: Record<string, string> = {}): HostRequest =>
  hostRequest('POST', '/tools/call', { request: { tool_id } }, headers);

describe('a server that authenticates its callers', () => {
  test('OTC-AUTH-04 passes the principal to tools', async () => {
    const server = protectedServer();
    expect((await send(server, callTo('Session.WhoAmI', { 'otc-api-key': key })))?.json).toMatchObject({
      result: { value: 'ada' },
    });
    expect((await send(server, callTo('Session.WhoAmI', { 'oxp-api-key': other })))?.json).toMatchObject({
      result: { value: 'bob' },
    });
  });

  test.each([
    {},
    { 'otc-api-key': 'x'.repeat(40) },
    { 'otc-api-key': '' },
    { 'otc-api-key': key.slice(1) },
    { authorization: 'Basic x' },
  ])('E22, E23 responds to %j on a call with 400, on the listing with 401, and always alike', async (headers) => {
    const server = protectedServer();
    const call = await send(server, callTo('Session.WhoAmI', headers));
    const list = await send(server, hostRequest('GET', '/tools', undefined, headers));
    expect([call?.status, list?.status]).toEqual([400, 401]);
    for (const answer of [call, list]) {
      expect(answer?.headers['www-authenticate']).toBeTruthy();
      expect(answer?.json).toEqual({ $schema: 'otc://1.0', message: 'Valid credentials are required' });
    }
  });

  test('E22 responds with 401 if the option enables it', async () => {
    expect(await send(protectedServer({ wires: [otc({ httpStatuses: 'rich' })] }), callTo('A.B'))).toMatchObject({
      status: 401,
    });
  });

  test('OTC-HLTH-02 serves health without credentials', async () => {
    expect(
      await send(protectedServer(), hostRequest('GET', '/health', undefined, { authorization: 'Bearer garbage' })),
    ).toMatchObject({ status: 200 });
  });

  test('checks credentials before the rest of a request (CASE-B)', async () => {
    const broken = {
      ...hostRequest('POST', '/tools/call', {}, { 'content-type': 'text/plain' }),
      body: () => {
        throw new Error('read');
      },
    };
    expect(await send(protectedServer(), broken)).toMatchObject({
      json: { message: 'Valid credentials are required' },
    });
  });

  test('logs the reason, and never the credentials', async () => {
    const logger = recordingLogger();
    await send(protectedServer({ logger }), callTo('A.B', { 'otc-api-key': `wrong-${key}` }));
    expect(logger.records).toMatchObject([{ level: 'info', fields: { scheme: 'api-key' } }]);
    expect(JSON.stringify(logger.records)).not.toContain(key);
  });

  test.each([
    [{}, 'has no `id`'],
    [{ id: '' }, 'has an empty `id`'],
    [{ id: 7 }, '{ id: String(user.id) }'],
    ['ada', 'not a string'],
    [Promise.resolve({ id: 'ada' }), 'has no `id`'],
    [{ id: 'ada', scopes: 'orders:read' }, 'must be a list of strings'],
  ])(
    'rejects a caller whom its verifier names %j, because several callers would share the name',
    async (principal, words) => {
      const logger = recordingLogger();
      for (const verify of [() => ({ state: 'accepted', principal }), async () => ({ state: 'accepted', principal })]) {
        const auth = { scheme: 'mine', verify } as RequestVerifier;
        const answer = await send(protectedServer({ logger, auth }), callTo('Session.WhoAmI'));
        expect(answer).toMatchObject({ status: 400, json: { message: 'Valid credentials are required' } });
      }
      const error = { message: expect.stringContaining(words) as string };
      expect(logger.records).toMatchObject(
        [1, 2].map(() => ({ level: 'error', fields: { reason: 'verifier_failed', error } })),
      );
    },
  );

  test('treats a null principal of a verifier as no principal', async () => {
    const auth = { scheme: 'mine', verify: () => ({ state: 'accepted', principal: null }) } as never;
    expect((await send(protectedServer({ auth }), callTo('Session.WhoAmI')))?.json).toMatchObject({
      result: { value: null },
    });
  });

  test('refuses callers after limits.callerMs if its verifier hangs', async () => {
    const logger = recordingLogger();
    const auth: RequestVerifier = { scheme: 'mine', verify: () => new Promise(() => undefined) };
    const answer = await send(protectedServer({ logger, auth, limits: { callerMs: 10 } }), callTo('Session.WhoAmI'));
    expect(answer).toMatchObject({ status: 400, headers: { 'retry-after': '10' } });
    expect(answer?.json['message']).toContain("can't verify credentials right now");
    expect(answer?.headers).not.toHaveProperty('www-authenticate');
    const error = { message: 'The verifier did not answer within 10 milliseconds.' };
    expect(logger.records).toMatchObject([
      { level: 'warn', fields: { scheme: 'mine', reason: 'verifier_late', error } },
    ]);
  });

  test.each([
    [
      'verifier_failed',
      'error',
      { 'www-authenticate': 'Bearer' },
      () => Promise.reject(new Error(`No database for Bearer ${key}: ${key}`)),
    ],
    [
      'keys_unavailable',
      'warn',
      { 'retry-after': '10' },
      () => ({ state: 'rejected', reason: 'keys_unavailable', cause: new Error('No database') }),
    ],
  ] as const)(
    'logs why credentials could not be checked, without the credentials: %s',
    async (reason, level, headers, verify) => {
      const logger = recordingLogger();
      const auth = { scheme: 'mine', verify } as RequestVerifier;
      const answer = await send(protectedServer({ logger, auth }), callTo('A.B', { authorization: `Bearer ${key}` }));
      expect(answer).toMatchObject({ status: 400, headers });
      const others = ['retry-after', 'www-authenticate'].filter((name) => !(name in headers));
      for (const name of others) expect(answer?.headers).not.toHaveProperty(name);
      const error = { message: expect.stringContaining('No database') as string };
      expect(logger.records).toMatchObject([{ level, fields: { scheme: 'mine', reason, error } }]);
      expect(JSON.stringify(logger.records)).not.toContain(key);
    },
  );

  test('masks the header of a verifier in its errors', async () => {
    const logger = recordingLogger();
    const auth = {
      scheme: 'mine',
      header: 'x-mine',
      verify: () => {
        throw new Error(`Cannot look up ${key}`);
      },
    };
    await send(protectedServer({ logger, auth }), callTo('A.B', { 'x-mine': key }));
    expect(logger.records).toMatchObject([{ level: 'error' }]);
    expect(JSON.stringify(logger.records)).not.toContain(key);
  });

  test('masks the headers of all verifiers of a combination in errors', async () => {
    const logger = recordingLogger();
    const basic = 'Basic YWRhOmh1bnRlcjIyLXBhc3M=';
    const throwing = (header: string) => ({
      scheme: header,
      header,
      verify: (credentials: Credentials) => {
        throw new Error(`Cannot look up ${credentials.header(header)}, hunter22-pass`);
      },
    });
    const auth = anyOf(throwing('x-mine'), anyOf(throwing('authorization'), throwing('x-other')));
    await send(
      protectedServer({ logger, auth }),
      callTo('A.B', { 'x-mine': key, authorization: basic, 'x-other': 'other-7d1c04' }),
    );
    await send(protectedServer({ logger, auth }), callTo('A.B', { authorization: basic }));
    expect(logger.records).toMatchObject([{ level: 'error' }, { level: 'error' }]);
    const all = JSON.stringify(logger.records);
    for (const sent of [key, 'other-7d1c04', basic.slice(6), 'hunter22-pass']) expect(all).not.toContain(sent);
  });

  test('OTC-AUTH-02 ignores Authorization without auth', async () => {
    const open = createToolServer({ tools: [whoAmI], wires: [otc()] });
    expect((await send(open, callTo('Session.WhoAmI', { authorization: 'Bearer garbage' })))?.json).toMatchObject({
      result: { value: null },
    });
  });
});

describe('tools that only some callers may see', () => {
  const visible: ToolServerOptions['visible'] = ({ id }, principal) =>
    id !== 'Session.Secret' || principal?.id === 'ada';

  test('are neither listed nor found for other callers (MCP-CALL-03)', async () => {
    const server = protectedServer({ visible });
    const idsFor = async (used: string): Promise<unknown> => {
      const list = await send(server, hostRequest('GET', '/tools', undefined, { 'otc-api-key': used }));
      const tools = list?.json['tools'] ?? [];
      return (tools as readonly { readonly id: string }[]).map(({ id }) => id);
    };
    expect(await idsFor(key)).toEqual(['Session.WhoAmI@1.0.0', 'Session.Secret@1.0.0']);
    expect(await idsFor(other)).toEqual(['Session.WhoAmI@1.0.0']);
    expect(await send(server, callTo('Session.Secret', { 'otc-api-key': key }))).toMatchObject({ status: 200 });
    const hidden = await send(server, callTo('Session.Secret', { 'otc-api-key': other }));
    expect(hidden).toMatchObject({
      status: 400,
      json: { developer_message: expect.stringContaining('No tool has the id') as string },
    });
  });
});

describe('a server that trusts its adapter', () => {
  test('accepts only callers that the adapter names', async () => {
    const server = protectedServer({ auth: trustHost() });
    const signedIn: HostRequest = {
      ...callTo('Session.WhoAmI'),
      caller: { principal: { id: 'eve' }, unnamed: 'by_credentials' },
    };
    expect((await send(server, signedIn))?.json).toMatchObject({ result: { value: 'eve' } });
    expect(await send(server, callTo('Session.WhoAmI', { 'otc-api-key': key }))).toMatchObject({ status: 400 });
  });

  test('throws for arguments, and explains where the principal is set', () => {
    expect(() => trustHost(...([{}] as unknown as []))).toThrow('Set `principal`');
  });
});

describe('a server whose adapter names the user of an authenticated backend', () => {
  const callAs = (caller: HostRequest['caller'], headers = {}): HostRequest => ({
    ...callTo('Session.WhoAmI', headers),
    caller,
  });

  test('passes the user to tools, with the backend in via', async () => {
    const tellAll = defineTool({ ...whoAmI, run: (_input, { principal }) => [principal?.id, principal?.via?.id] });
    const server = protectedServer({ tools: [tellAll] });
    const eve = { principal: { id: 'eve' }, unnamed: 'by_credentials' } as const;
    expect((await send(server, callAs(eve, { 'otc-api-key': key })))?.json).toMatchObject({
      result: { value: ['eve', 'ada'] },
    });
  });

  test('refuses requests without the credentials', async () => {
    const eve = { principal: { id: 'eve' }, unnamed: 'by_credentials' } as const;
    expect(await send(protectedServer(), callAs(eve))).toMatchObject({ status: 400 });
  });
});
