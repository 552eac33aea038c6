import { describe, expect, test } from 'vitest';
import { exitCodes } from '../src/cli-error.ts';
import { invokeRequest, readInvoked, tryArcade } from '../src/target/arcade-target.ts';
import { type ConnectionSettings, connectionSettings } from '../src/target/connection-settings.ts';
import type { Target, TargetCall } from '../src/target/target.ts';

const invoked = (body: unknown): Parameters<typeof readInvoked>[1] => ({
  response: { status: 200, headers: new Headers(), body },
  callId: 'call',
  attempts: 1,
});

describe('A worker that needs the user to sign in', () => {
  const read = (requires_authorization: object): object =>
    readInvoked({ outputSchema: null }, invoked({ success: true, output: { requires_authorization } }));

  test.each([
    [{ id: 'google', url: 'https://example.com/sign-in' }],
    [{ id: 'google', authorization_url: 'https://example.com/sign-in' }],
    [{ authorization_id: 'google', authorization_url: 'https://example.com/sign-in', status: 'pending' }],
    [{ provider_id: 'google', url: 'https://example.com/sign-in' }],
  ])('is reported with the page to sign in: %j', (needed) => {
    expect(read(needed)).toMatchObject({
      kind: 'refused',
      code: 'missing_requirements',
      ran: 'no',
      missing: { authorization: [{ id: 'google', url: 'https://example.com/sign-in' }] },
    });
  });

  test('is reported without a URL that does not open a page', () => {
    expect(read({ id: 'google', url: 'javascript:alert(1)' })).toHaveProperty('missing.authorization', [
      { id: 'google' },
    ]);
  });
});

test('A worker gets only the token of the provider that the tool requires', () => {
  const listed = {
    toolId: 'A.B',
    id: 'A.B',
    version: '',
    name: 'B',
    description: '',
    inputSchema: {},
    outputSchema: {},
  };
  const authorization = [
    { id: 'github', token: 'token of github' },
    { id: 'google', token: 'token of google' },
  ];
  const contextFor = (provider?: string): unknown => {
    const tool = provider === undefined ? listed : { ...listed, requirements: { authorization: [{ id: provider }] } };
    return invokeRequest({ tool, input: {}, attempts: 1, context: { authorization } }, 'call')['context'];
  };
  expect(contextFor('google')).toEqual({ authorization: { token: 'token of google' }, secrets: [] });
  expect(contextFor('slack')).toEqual({ secrets: [] });
  expect(contextFor()).toEqual({ authorization: { token: 'token of github' }, secrets: [] });
});

describe('The response of a worker', () => {
  const read = (success: boolean, output: object): object =>
    readInvoked({ outputSchema: null }, invoked({ success, output }));

  test('is a failure without the prefix of the worker', () => {
    const front = "[TOOL_RUNTIME_RETRY] RetryableToolError during execution of tool 't': ";
    const error = { message: `${front}Busy`, developer_message: `${front}disk 7`, can_retry: true };
    expect(read(false, { error })).toMatchObject({
      kind: 'failed',
      failure: { message: 'Busy', developerMessage: 'disk 7', canRetry: true },
    });
  });

  test('is a failure that cannot be retried, if the worker sent no error', () => {
    expect(read(false, {})).toMatchObject({
      kind: 'failed',
      failure: { message: 'The tool failed.', canRetry: false },
    });
  });

  test('is invalid if its output has no known field', () => {
    expect(read(true, { foo: 1 })).toMatchObject({ kind: 'refused', code: 'invalid_response', ran: 'unknown' });
  });

  test('is null if the worker sends an empty string for a tool that returns nothing (E57)', () => {
    expect(read(true, { value: '' })).toMatchObject({ kind: 'value', value: null });
  });

  test('is an artifact', () => {
    const artifact = { url: 'https://example.com/a.csv', content_type: 'text/csv', size: 4 };
    expect(read(true, { artifact })).toMatchObject({ kind: 'value', value: { artifact } });
  });
});

describe('A call of a worker', () => {
  const settingsWith = (fetch: ConnectionSettings['fetch']): ConnectionSettings => ({
    ...connectionSettings(
      { operands: [], spawned: [], value: () => undefined, values: () => [], has: () => false },
      {
        write: () => undefined,
        note: () => undefined,
        columns: undefined,
        hasColor: false,
        environment: {},
        signal: new AbortController().signal,
      },
    ),
    fetch,
  });
  const listing = JSON.stringify([{}, { name: 'B', fully_qualified_name: 'A.B' }]);
  const openWith = async (address: string, invoke: (body: unknown) => Response): Promise<Target> => {
    const fetch: ConnectionSettings['fetch'] = (url, { body }) =>
      Promise.resolve(url.endsWith('/tools') ? new Response(listing) : invoke(body));
    const probe = await tryArcade(new URL(address), settingsWith(fetch));
    if (!probe.isTarget) throw new Error(probe.reason);
    return probe.target;
  };
  const callOf = ({ tools: [tool] }: Target, context: TargetCall['context']): TargetCall => {
    if (tool === undefined) throw new Error('There is no tool.');
    return { tool, input: {}, attempts: 1, context };
  };

  test('is possible although another entry of the listing has no name', async () => {
    const { tools } = await openWith('http://127.0.0.1:1/worker', () => new Response());
    expect(tools.map(({ id }) => id)).toEqual(['A.B']);
  });

  test.each([
    ['[]', true],
    ['[{}]', false],
  ])('is possible for the listing %s: %s', async (text, isTarget) => {
    const settings = settingsWith(() => Promise.resolve(new Response(text)));
    expect(await tryArcade(new URL('http://127.0.0.1:1/worker'), settings)).toMatchObject({ isTarget });
  });

  test('sends no secret of the user without encryption', async () => {
    let calls = 0;
    const target = await openWith('http://worker.example.com/worker', () => {
      calls += 1;
      return Response.json({ success: true, output: { value: 1 } });
    });
    const contexts = [{ secrets: [{ id: 'KEY', value: 'secret' }] }, { authorization: [{ id: 'x', token: 'secret' }] }];
    for (const context of contexts) {
      await expect(async () => target.call(callOf(target, context))).rejects.toThrow(/exposes the credentials/);
    }
    expect(calls).toBe(0);
    expect(await target.call(callOf(target, {}))).toMatchObject({ kind: 'value', value: 1 });
  });

  test('has the same execution ID in every attempt, so that a call that is still running is not started again', async () => {
    const ids: unknown[] = [];
    const error = { message: 'Still running', can_retry: true, retry_after_ms: 1 };
    const target = await openWith('http://127.0.0.1:1/worker', (body) => {
      ids.push((JSON.parse(String(body)) as { readonly execution_id: unknown }).execution_id);
      return Response.json({ success: false, output: { error } });
    });
    await target.call({ ...callOf(target, {}), attempts: 3 });
    expect(ids).toEqual([expect.any(String), ids[0], ids[0]]);
    await target.call({ ...callOf(target, {}), callId: 'call of the client' });
    expect(ids.at(-1)).toBe('call of the client');
  });

  test('is repeated after the retry delay of a worker that is overloaded or unavailable (E24)', async () => {
    for (const status of [408, 429, 503]) {
      let sent = 0;
      const target = await openWith('http://127.0.0.1:1/worker', () => {
        sent += 1;
        return sent === 1
          ? new Response('', { status, headers: { 'retry-after': '0' } })
          : Response.json({ success: true, output: { value: 1 } });
      });
      const result = await target.call({ ...callOf(target, {}), attempts: 2 });
      expect(result, String(status)).toMatchObject({ kind: 'value', value: 1, attempts: 2 });
    }
  });

  test.each([
    [400, 'rejected', 'no', false],
    [401, 'unauthenticated', 'no', false],
    [403, 'unauthenticated', 'no', false],
    [404, 'rejected', 'no', false],
    [429, 'overloaded', 'no', true],
    [500, 'internal', 'unknown', false],
    [502, 'unavailable', 'unknown', false],
    [503, 'unavailable', 'unknown', true],
    [504, 'unavailable', 'unknown', false],
    [302, 'invalid_response', 'unknown', false],
  ])('with the status %i is refused as %s (E22, E24, E30)', async (status, code, ran, canRetry) => {
    const headers = { 'retry-after': '2' };
    const target = await openWith('http://127.0.0.1:1/worker', () =>
      Response.json({ detail: 'No.' }, { status, headers }),
    );
    const expected = { kind: 'refused', code, ran, canRetry, status, message: 'No.', retryAfterMs: 2000 };
    expect(await target.call(callOf(target, {}))).toMatchObject(expected);
  });

  test('whose response breaks off has lost its connection', async () => {
    const target = await openWith('http://127.0.0.1:1/worker', () => {
      const body = new ReadableStream({
        pull: (controller) => controller.error(new TypeError('terminated')),
      });
      return new Response(body);
    });
    await expect(async () => target.call(callOf(target, {}))).rejects.toMatchObject({
      exitCode: exitCodes.unconnected,
      message: expect.stringMatching(/connection failed or timed out\.$/) as unknown,
    });
  });
});
