import { Buffer } from 'node:buffer';
import { defineTool } from '@toolwire/core';
import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { arcadeServer, finishedAt, invoke, send } from './support.ts';
import { add, allTools } from './tools.ts';

const secret = 'dev';
const server = arcadeServer(allTools, { workerSecret: secret });
const key = Buffer.from(secret);
const engineToken = (claims: Record<string, unknown> = {}, alg = 'HS256', signer: Uint8Array = key): Promise<string> =>
  new SignJWT({ aud: 'worker', ver: '1', ...claims }).setProtectedHeader({ alg }).sign(signer);
const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

describe('GET /worker/health', () => {
  test('needs no credentials, and returns the number of tools as a string (E70)', async () => {
    expect(await send(server, 'GET', '/worker/health')).toMatchObject({
      status: 200,
      json: { status: 'ok', tool_count: String(allTools.length) },
    });
  });

  test('is 503 before shutdown', async () => {
    const stopping = arcadeServer(allTools);
    stopping.stop.announce();
    expect(await send(stopping, 'GET', '/worker/health')).toMatchObject({ status: 503 });
  });
});

describe('POST /worker/tools/invoke', () => {
  test('responds with every member, and null for missing values (E55)', async () => {
    const { json } = await invoke(server, 'Math.Add@1.0.0', { a: 1, b: 2 }, {}, bearer(await engineToken()));
    expect(json).toEqual({
      execution_id: 'exec-1',
      finished_at: finishedAt,
      duration: expect.any(Number) as unknown,
      success: true,
      output: { value: 3, logs: null, error: null, requires_authorization: null },
    });
  });

  const call = async (id: string, inputs?: unknown, changes?: Record<string, unknown>): Promise<unknown> =>
    (await invoke(server, id, inputs, changes, bearer(await engineToken()))).json;

  test.each([
    ['retry', 'TOOL_RUNTIME_RETRY', { can_retry: true, retry_after_ms: 501, additional_prompt_content: 'Try ids: 42' }],
    ['context', 'TOOL_RUNTIME_CONTEXT_REQUIRED', { can_retry: false, additional_prompt_content: 'Ask the user' }],
    ['plain', 'TOOL_RUNTIME_FATAL', { can_retry: false, developer_message: 'disk 7' }],
  ])('has the same error kind as Arcade: %s', async (how, kind, hints) => {
    const nulls = { developer_message: null, additional_prompt_content: null, retry_after_ms: null };
    expect(await call('Test.Fail', { how })).toMatchObject({
      success: false,
      output: {
        value: null,
        logs: null,
        error: { kind, ...nulls, stacktrace: null, status_code: null, extra: null, ...hints },
        requires_authorization: null,
      },
    });
  });

  test('reports invalid input as workers do', async () => {
    expect(await call('Math.Add', { a: 1, b: 'x' })).toMatchObject({
      output: {
        error: {
          kind: 'TOOL_RUNTIME_BAD_INPUT_VALUE',
          status_code: 400,
          message: expect.stringMatching(/^Invalid input: b: /) as unknown,
        },
      },
    });
  });

  test("uses Arcade's names for a sign-in (E54), and a log line for a deprecation", async () => {
    expect(await call('Test.Tell')).toMatchObject({
      output: {
        value: null,
        requires_authorization: {
          authorization_id: 'google',
          authorization_url: null,
          scopes: ['mail.read'],
          status: 'pending',
        },
      },
    });
    expect(await call('Test.Old')).toMatchObject({
      output: {
        value: 'old',
        logs: [{ message: 'Deprecated since 2026-01-01; use Test.Echo.', level: 'warning', subtype: 'deprecation' }],
      },
    });
  });

  test("treats null inputs and a null context as missing, like the engine's own models", async () => {
    expect(await call('Test.Echo', null, { context: null, run_id: null })).toMatchObject({ output: { value: null } });
    expect(await call('Test.Echo', { value: 1 }, { context: { authorization: null, secrets: null } })).toMatchObject({
      output: { value: 1 },
    });
  });

  test('responds to unreadable or unknown requests with HTTP statuses and a detail', async () => {
    const headers = bearer(await engineToken());
    expect(await invoke(server, 'Test.Nobody', {}, {}, headers)).toMatchObject({
      status: 404,
      json: { detail: expect.any(String) as unknown },
    });
    expect(await send(server, 'POST', '/worker/tools/invoke', { body: '{', headers })).toMatchObject({ status: 400 });
    expect(
      await send(server, 'POST', '/worker/tools/invoke', { headers: { ...headers, 'content-type': 'text/plain' } }),
    ).toMatchObject({ status: 415 });
    expect(await send(server, 'GET', '/worker/tools/invoke', { headers })).toMatchObject({ status: 405 });
  });
});

describe('the token of an engine', () => {
  test('is valid with HS256, aud and ver, with or without an expiry', async () => {
    const soon = Math.floor(Date.now() / 1000) + 60;
    for (const claims of [{}, { exp: soon }, { sub: 'engine-7' }, { aud: ['worker', 'other'] }]) {
      expect(await invoke(server, 'Test.Echo', {}, {}, bearer(await engineToken(claims)))).toMatchObject({
        status: 200,
      });
    }
  });

  test.each<[string, () => Promise<Record<string, string>>]>([
    ['none', async () => ({})],
    ['an empty one', async () => ({ authorization: 'Bearer ' })],
    ['one that has expired', async () => bearer(await engineToken({ exp: 1 }))],
    ['one for somebody else', async () => bearer(await engineToken({ aud: 'other' }))],
    ['one without an audience', async () => bearer(await engineToken({ aud: undefined }))],
    ['another version', async () => bearer(await engineToken({ ver: '2' }))],
    ['a version that is a number', async () => bearer(await engineToken({ ver: 1 }))],
    ['no version', async () => bearer(await engineToken({ ver: undefined }))],
    ['another secret', async () => bearer(await engineToken({}, 'HS256', Buffer.from('other')))],
    ['another algorithm', async () => bearer(await engineToken({}, 'HS512'))],
    ['no signature', async () => bearer(new UnsecuredJWT({ aud: 'worker', ver: '1' }).encode())],
  ])('is refused with the same 401: %s', async (_what, headersOf) => {
    const headers = await headersOf();
    const refusal = { status: 401, json: { detail: 'Valid credentials are required' } };
    const call = await invoke(server, 'Test.Echo', {}, {}, headers);
    expect(call).toMatchObject(refusal);
    expect(call.headers['www-authenticate']).toBe('Bearer');
    expect(await send(server, 'GET', '/worker/tools', { headers })).toMatchObject(refusal);
  });

  test('identifies the caller to the tools', async () => {
    const who = defineTool({
      id: 'Test.Who',
      version: '1.0.0',
      description: 'Tells who calls.',
      run: (_input, { principal }) => principal?.id ?? null,
    });
    const mine = arcadeServer([who], { workerSecret: secret });
    const ids = await Promise.all(
      [{}, { sub: 'engine-7' }].map(async (claims) => {
        const { json } = await invoke(mine, 'Test.Who', {}, {}, bearer(await engineToken(claims)));
        return (json as { output: { value: unknown } }).output.value;
      }),
    );
    expect(ids).toEqual(['arcade-engine', 'engine-7']);
  });

  test('is not required without a secret; then the rules of the server apply', async () => {
    expect(await invoke(arcadeServer(allTools), 'Test.Echo')).toMatchObject({ status: 200 });
    const auth = { scheme: 'nobody', verify: () => ({ state: 'rejected' }) as const };
    expect(await invoke(arcadeServer(allTools, {}, { auth }), 'Test.Echo')).toMatchObject({ status: 401 });
    expect(
      await invoke(
        arcadeServer(allTools, { workerSecret: secret }, { auth }),
        'Test.Echo',
        {},
        {},
        bearer(await engineToken()),
      ),
    ).toMatchObject({ status: 200 });
  });
});

describe('GET /worker/tools', () => {
  const list = async (tools = allTools): Promise<readonly Record<string, unknown>[]> =>
    (await send(arcadeServer(tools), 'GET', '/worker/tools')).json as Record<string, unknown>[];

  test('lists every version as a toolkit of that version', async () => {
    expect((await list(add)).map(({ fully_qualified_name: id, toolkit }) => [id, toolkit])).toEqual([
      ['Math.Add', { name: 'Math', description: null, version: '1.0.0' }],
      ['Math.Add', { name: 'Math', description: null, version: '2.0.0' }],
    ]);
  });

  test("describes a tool with the members of the engine's own model", async () => {
    const [first] = await list(add);
    const number = {
      val_type: 'number',
      inner_val_type: null,
      enum: null,
      properties: null,
      inner_properties: null,
      required_keys: null,
      inner_required_keys: null,
      nullable: null,
    };
    expect(first).toEqual({
      name: 'Add',
      fully_qualified_name: 'Math.Add',
      description: 'Does something.',
      toolkit: { name: 'Math', description: null, version: '1.0.0' },
      input: {
        parameters: [
          {
            name: 'a',
            required: true,
            description: 'One.',
            value_schema: { ...number, description: 'One.' },
            inferrable: true,
          },
          {
            name: 'b',
            required: true,
            description: 'The other.',
            value_schema: { ...number, description: 'The other.' },
            inferrable: true,
          },
        ],
      },
      output: {
        description: 'The sum.',
        available_modes: ['value', 'error'],
        value_schema: { ...number, description: 'The sum.' },
      },
      requirements: { authorization: null, secrets: null, metadata: null },
      deprecation_message: null,
      metadata: null,
    });
  });

  test('lists the choices, contents and marks of parameters of a recursive input', async () => {
    const input = {
      type: 'object',
      properties: {
        color: { $ref: '#/$defs/Color' },
        root: { $ref: '#/$defs/Node' },
        note: { type: ['string', 'null'], 'x-inferrable': false },
      },
      $defs: {
        Color: { type: 'string', enum: ['red'] },
        Node: { type: 'object', properties: { children: { type: 'array', items: { $ref: '#/$defs/Node' } } } },
      },
    } as const;
    const tool = defineTool({ id: 'Test.Paint', version: '1.0.0', description: 'Paints.', input, run: () => null });
    expect(await list([tool])).toMatchObject([
      {
        input: {
          parameters: [
            { name: 'color', value_schema: { val_type: 'string', enum: ['red'] } },
            { name: 'root', value_schema: { properties: { children: { val_type: 'array' } } } },
            { name: 'note', inferrable: false },
          ],
        },
      },
    ]);
  });

  test.each(['oneOf', 'anyOf', 'allOf'])(
    'lists the parameters of all branches of an input with %s',
    async (keyword) => {
      const branch = (kind: string, name: string): object => ({
        type: 'object',
        properties: { kind: { const: kind }, [name]: { type: 'string', description: 'Where to.' } },
        required: ['kind', name],
      });
      const branches =
        keyword === 'allOf'
          ? [branch('email', 'to'), branch('email', 'cc')]
          : [branch('email', 'to'), branch('sms', 'phone')];
      const input = { type: 'object', [keyword]: branches } as const;
      const tool = defineTool({ id: 'Test.Send', version: '1.0.0', description: 'Sends.', input, run: () => null });
      const [
        {
          input: { parameters },
        },
      ] = (await list([tool])) as [{ input: { parameters: { name: string; required: boolean }[] } }];
      expect(parameters.map(({ name, required }) => [name, required])).toEqual(
        keyword === 'allOf'
          ? [
              ['kind', true],
              ['to', true],
              ['cc', true],
            ]
          : [
              ['kind', true],
              ['to', false],
              ['phone', false],
            ],
      );
      expect(parameters[0]).toMatchObject({
        value_schema: { val_type: 'string', enum: keyword === 'allOf' ? ['email'] : ['email', 'sms'] },
      });
    },
  );

  test('contains requirements, deprecations, and the possible results of a tool', async () => {
    const byName = new Map((await list()).map((tool) => [tool['name'], tool]));
    expect(byName.get('Tell')).toMatchObject({
      requirements: {
        authorization: { provider_id: 'google', provider_type: 'oauth2', id: null, oauth2: { scopes: ['mail.read'] } },
        secrets: [{ key: 'KEY' }],
        metadata: null,
      },
    });
    expect(byName.get('Old')).toMatchObject({ deprecation_message: 'Deprecated since 2026-01-01; use Test.Echo.' });
    expect(byName.get('Nothing')).toMatchObject({ output: { available_modes: ['null'], value_schema: null } });
    expect(byName.get('Echo')).toMatchObject({
      output: { available_modes: ['value', 'error', 'null'], value_schema: null },
    });
  });

  test('lists an output without a type as any value, also if it has a description', async () => {
    const output = { description: 'What the app stores.' };
    const tool = defineTool({ id: 'Test.Load', version: '1.0.0', description: 'Loads.', output, run: () => null });
    expect(await list([tool])).toMatchObject([
      { output: { ...output, available_modes: ['value', 'error', 'null'], value_schema: null } },
    ]);
  });
});
