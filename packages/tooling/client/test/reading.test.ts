import { goldenResponses } from '@toolwire/conformance';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CallResult, createClient, type ListResult } from '../src/index.ts';
import { scriptedFetch } from './scripted-fetch.ts';

const url = 'https://tools.example.com';

/** How a client reads an answer to a call that it sends once. */
function read(body: unknown, { status = 200, headers = {} }: ResponseInit = {}): Promise<CallResult> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const fetch = scriptedFetch(
    new Response(text, { status, headers: { 'content-type': 'application/json', ...headers } }),
  );
  return createClient({ url, fetch, retry: false }).call('Calculator.Add', {});
}

function readList(body: unknown, status = 200): Promise<ListResult> {
  return createClient({ url, fetch: scriptedFetch(Response.json(body, { status })), retry: false }).list();
}

const ok = { call_id: 'c', success: true, value: 15 };

describe('a response is read', () => {
  it.each([
    ['in the wrapper of the text', { $schema: 'otc://1.0', result: ok }],
    ['in the one before it', { response: ok }],
    ['without a wrapper', ok],
    ['without a wrapper, beside a $schema', { $schema: 'urn:oxp:1.0', ...ok }],
    [
      'of the wire that all this comes from',
      { result: { execution_id: 'c', success: true, output: { value: 15, error: null, logs: null } } },
    ],
    [
      'of that wire, without a wrapper',
      { invocation_id: 'c', success: true, output: { value: 15, requires_authorization: null } },
    ],
    ['with unknown members (E31, E40)', { result: { ...ok, extra: {} }, more: 1 }],
    ['with an error that is null', { result: { ...ok, error: null } }],
    ['with requirements in a successful result', { result: { ...ok, missing_requirements: {} } }],
    ['with more of them', { result: { ...ok, missing_requirements: { user_id: true } } }],
    ['without a wrapper, beside a result that is none', { ...ok, result: { foo: 1 } }],
  ])('E03, E51, E55: %s', async (_form, body) => {
    expect(await read(body)).toMatchObject({ kind: 'value', value: 15 });
  });

  it.each([
    ['no success', { result: { call_id: 'c', value: 15 } }],
    ['a success that is a text', { result: { ...ok, success: 'false' } }],
    ['a success that is a number', { result: { ...ok, success: 1 } }],
    ['a success that is null', { result: { ...ok, success: null } }],
    ['no success on the older wire', { result: { execution_id: 'c', output: { value: 15 } } }],
    ['nothing that a result has, beside a success', { success: true, result: { foo: 1 } }],
  ])('OTC-RESP-02: not with %s', async (_what, body) => {
    expect(await read(body)).toMatchObject({
      kind: 'refused',
      code: 'invalid_response',
      ran: 'unknown',
      canRetry: false,
    });
  });

  it('with any media type, if it is JSON', async () => {
    expect(await read({ result: ok }, { headers: { 'content-type': 'text/plain' } })).toMatchObject({ kind: 'value' });
  });

  it('with or without a byte order mark', async () => {
    expect(await read(`\uFEFF${JSON.stringify({ result: ok })}`)).toMatchObject({ kind: 'value', value: 15 });
  });

  it('only if it is valid UTF-8', async () => {
    const bytes = new Uint8Array([
      ...new TextEncoder().encode('{"result":{"success":true,"value":"'),
      0xc3,
      0x28,
      0x22,
      0x7d,
      0x7d,
    ]);
    const fetch = scriptedFetch(new Response(bytes, { headers: { 'content-type': 'application/json' } }));
    const result = await createClient({ url, fetch, retry: false }).call('Calculator.Add', {});
    expect(result).toMatchObject({ kind: 'refused', code: 'invalid_response', ran: 'unknown' });
  });

  it('E33: with any JSON value, unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const text = JSON.stringify({ result: { call_id: 'c', success: true, value } });
        expect(await read(text)).toMatchObject({ kind: 'value', value: JSON.parse(JSON.stringify(value)) as unknown });
      }),
      { numRuns: 50 },
    );
  });

  it('E32: with null for no value', async () => {
    expect(await read({ result: { call_id: 'c', success: true } })).toMatchObject({ kind: 'value', value: null });
    expect(await read({ result: { ...ok, value: null } })).toMatchObject({ kind: 'value', value: null });
    expect(await read({ result: { success: true, output: null } })).toMatchObject({ kind: 'value', value: null });
  });

  it('with an artifact as a value', async () => {
    const artifact = { url: 'https://files.example.com/1', content_type: 'image/png', size: 5 };
    expect(await read({ success: true, output: { artifact } })).toMatchObject({ kind: 'value', value: { artifact } });
  });

  it('E66: with any number as duration, or without a duration', async () => {
    expect(await read({ result: { ...ok, duration: 15.5 } })).toMatchObject({ durationMs: 15.5 });
    expect(await read({ result: { ...ok, duration: '15' } })).not.toHaveProperty('durationMs');
    expect(await read({ result: { ...ok, duration: -1 } })).not.toHaveProperty('durationMs');
  });

  it.each(goldenResponses)('from the examples of the standard: $title', async ({ json }) => {
    const { success, value, error } = JSON.parse(json) as {
      success: boolean;
      value?: unknown;
      error?: { message: string };
    };
    const result = await read(json);
    expect(result).toMatchObject(
      success ? { kind: 'value', value } : { kind: 'failed', failure: { message: error?.message } },
    );
  });
});

const failureOf = (error: unknown): object => ({ result: { call_id: 'c', success: false, error } });

describe('a failure is read', () => {
  it('with all its fields', async () => {
    const error = {
      message: 'Doorbell ID not found',
      developer_message: 'no doorbell1',
      can_retry: true,
      additional_prompt_content: 'ids: doorbell42',
      retry_after_ms: 500,
      kind: 'TOOL_RUNTIME_RETRY',
    };
    expect(await read(failureOf(error))).toMatchObject({
      kind: 'failed',
      failure: {
        message: 'Doorbell ID not found',
        developerMessage: 'no doorbell1',
        canRetry: true,
        additionalPromptContent: 'ids: doorbell42',
        retryAfterMs: 500,
      },
    });
  });

  it('E35: from an error with any value of success, and from success: false', async () => {
    expect(await read({ result: { ...ok, error: { message: 'No' } } })).toMatchObject({
      kind: 'failed',
      failure: { message: 'No', canRetry: false },
    });
    for (const error of [undefined, null, {}, { message: '' }, 42]) {
      expect(await read(failureOf(error))).toMatchObject({
        kind: 'failed',
        failure: { message: 'The tool call failed.' },
      });
    }
    expect(await read(failureOf('in one word'))).toMatchObject({ kind: 'failed', failure: { message: 'in one word' } });
  });

  it('with null as an absent field', async () => {
    const error = {
      message: 'No',
      developer_message: null,
      can_retry: null,
      additional_prompt_content: '',
      retry_after_ms: null,
    };
    const result = await read(failureOf(error));
    expect(result.kind === 'failed' && result.failure).toEqual({ message: 'No', canRetry: false });
  });

  it.each([1e300, 2 ** 31])('E34: with a delay that a timer supports, for %s ms', async (ms) => {
    const error = { message: 'No', can_retry: true, retry_after_ms: ms };
    expect(await read(failureOf(error))).toMatchObject({ failure: { retryAfterMs: 2 ** 31 - 1 } });
    const headers = { 'retry-after': '9'.repeat(400) };
    expect(await read({ message: 'No' }, { status: 503, headers })).toMatchObject({ retryAfterMs: 2 ** 31 - 1 });
  });

  it('E55: from an error, even with a required authorization', async () => {
    const output = { error: { message: 'No' }, requires_authorization: { id: 'google' } };
    expect(await read({ success: false, output })).toMatchObject({ kind: 'failed', failure: { message: 'No' } });
  });

  it('from the predecessor of the protocol', async () => {
    const body = {
      execution_id: '',
      success: false,
      output: { value: null, error: { message: 'No', can_retry: true } },
    };
    expect(await read(body)).toMatchObject({ kind: 'failed', failure: { message: 'No', canRetry: true } });
  });
});

describe('invalid input is read', () => {
  it('with a message for each parameter, even one named __proto__', async () => {
    const body = `{"message":"Some input parameters are invalid","parameter_errors":{"b":"Must be a number","__proto__":"Is no parameter"}}`;
    const result = await read(body, { status: 422 });
    expect(result).toMatchObject({ kind: 'invalid', message: 'Some input parameters are invalid' });
    expect(result.kind === 'invalid' && Object.entries(result.parameterErrors)).toEqual([
      ['b', 'Must be a number'],
      ['__proto__', 'Is no parameter'],
    ]);
  });

  it('E39: with several messages for a parameter, and without values that are not strings', async () => {
    const parameter_errors = { a: ['Too short', 'Not a word'], b: 5, c: [] };
    expect(await read({ message: 'Wrong', parameter_errors }, { status: 422 })).toMatchObject({
      parameterErrors: { a: 'Too short; Not a word' },
    });
  });

  it.each(['', '<h1>422</h1>', '[]', '{}'])('from any body: %s', async (body) => {
    expect(await read(body, { status: 422 })).toMatchObject({
      kind: 'invalid',
      message: 'Some input parameters are invalid',
    });
  });
});

describe('a refusal is read', () => {
  it.each([
    [{ message: 'No' }, 'No'],
    [{ error: { message: 'No' } }, 'No'],
    [{ error: 'No' }, 'No'],
    [{ detail: 'No' }, 'No'],
    [{ detail: [{ loc: ['body'], msg: 'No' }, { msg: 'never' }] }, 'No; never'],
    [{ title: 'No' }, 'The tool server refused the call.'],
    [[], 'The tool server refused the call.'],
    ['<h1>No</h1>', 'The tool server refused the call.'],
    ['', 'The tool server refused the call.'],
  ])('E04, E25: from %o', async (body, message) => {
    expect(await read(body, { status: 400 })).toMatchObject({
      kind: 'refused',
      code: 'rejected',
      message,
      status: 400,
    });
  });

  it('with a separate message for developers', async () => {
    const body = { message: 'No', developer_message: 'Supported: otc://1.0' };
    expect(await read(body, { status: 400 })).toMatchObject({ developerMessage: 'Supported: otc://1.0' });
  });

  it('E25: with the URL for a 404, unless the server has a message', async () => {
    const developerMessage =
      'POST https://tools.example.com/wrong/tools/call was not found. Is the url where the tools are mounted?';
    const wrong = 'https://tools.example.com/wrong/';
    for (const body of [{ message: 'Not found' }, '<h1>Not Found</h1>', '']) {
      const fetch = scriptedFetch(
        new Response(typeof body === 'string' ? body : JSON.stringify(body), { status: 404 }),
      );
      const client = createClient({ url: wrong, auth: { apiKey: 'hunter2' }, fetch });
      expect(await client.call('Calculator.Add')).toMatchObject({ code: 'rejected', developerMessage });
      expect(await client.list()).toMatchObject({
        developerMessage: developerMessage.replace('POST', 'GET').replace('/call', ''),
      });
    }
    const body = { message: 'No', developer_message: 'No such tool' };
    expect(await read(body, { status: 404 })).toMatchObject({ developerMessage: 'No such tool' });
    expect(await read({ message: 'No' }, { status: 400 })).not.toHaveProperty('developerMessage');
  });

  it.each([
    [400, { 'www-authenticate': 'Bearer' }, 'unauthenticated'],
    [401, {}, 'unauthenticated'],
    [403, {}, 'unauthenticated'],
    [404, {}, 'rejected'],
    [413, {}, 'rejected'],
    [429, {}, 'overloaded'],
    [500, {}, 'internal'],
    [502, {}, 'unavailable'],
    [400, { 'retry-after': '1' }, 'unavailable'],
  ])('E22 to E25: %s with %o is %s', async (status, headers, code) => {
    expect(await read({ message: 'No' }, { status, headers })).toMatchObject({ kind: 'refused', code });
  });

  const missing = {
    authorization: [{ id: 'google', url: 'https://sign.in', check_url: 'https://x' }],
    secrets: [{ id: 'KEY' }],
    user_id: true,
  };
  const expectedMissing = {
    authorization: [{ id: 'google', url: 'https://sign.in' }],
    secrets: [{ id: 'KEY' }],
    userId: true,
  };

  it('with the missing requirements, from a protocol error or a failure (E41)', async () => {
    const expected = { kind: 'refused', code: 'missing_requirements', ran: 'no', missing: expectedMissing };
    expect(await read({ message: 'No', missing_requirements: missing }, { status: 400 })).toMatchObject(expected);
    expect(await read({ error: { message: 'No', missing_requirements: missing } }, { status: 400 })).toMatchObject(
      expected,
    );
    expect(await read(failureOf({ message: 'No', missing_requirements: missing }))).toMatchObject({
      ...expected,
      message: 'No',
    });
    expect(await read({ result: { success: false, missing_requirements: missing } })).toMatchObject(expected);
  });

  it.each([
    { id: 'google', url: 'https://sign.in', status: 'pending' },
    { authorization_id: 'google', authorization_url: 'https://sign.in' },
    { provider_id: 'google', url: 'https://sign.in' },
  ])('E54: with an authorization in any of its dialects: %o', async (requires_authorization) => {
    expect(await read({ success: true, output: { value: null, requires_authorization } })).toMatchObject({
      kind: 'refused',
      code: 'missing_requirements',
      missing: { authorization: [{ id: 'google', url: 'https://sign.in' }] },
    });
  });

  it('E54: with an authorization under its earlier name', async () => {
    const output = { value: null, authorization: { id: 'google', status: 'pending' } };
    expect(await read({ success: true, output })).toMatchObject({ missing: { authorization: [{ id: 'google' }] } });
  });

  it.each(['javascript:alert(1)', ' javascript:alert(1)', 'data:text/html,x', 'vbscript:x', '/sign-in', 'https:', 7])(
    'without a URL that is not safe to open: %s',
    async (address) => {
      const authorization = [{ id: 'google', url: address }];
      const missingFields = { missing_requirements: { authorization } };
      expect(await read({ message: 'Sign in', ...missingFields }, { status: 400 })).toMatchObject({
        missing: { authorization: [{ id: 'google' }] },
      });
      const bodies = [
        { message: 'Sign in', ...missingFields },
        { result: { success: false, error: { message: 'Sign in', ...missingFields } } },
        { success: true, output: { requires_authorization: { id: 'google', url: address } } },
        { success: true, output: { requires_authorization: { id: 'google', authorization_url: address } } },
        { success: true, output: { artifact: { url: address, size: 5 } } },
      ];
      for (const body of bodies) {
        for (const status of [200, 400]) {
          expect(JSON.stringify(await read(body, { status }))).not.toContain(`"${address}"`);
        }
      }
    },
  );

  it('E46: without entries that have no ID', async () => {
    const nameless = [{ url: 'https://sign.in' }, null, 'google'];
    const missingFrom = { authorization: nameless, secrets: [{ id: 'KEY' }, {}], user_id: 'yes' };
    const result = await read({ message: 'No', missing_requirements: missingFrom }, { status: 400 });
    expect(result.kind === 'refused' && result.missing).toEqual({ secrets: [{ id: 'KEY' }] });
    for (const empty of [{}, { authorization: nameless, secrets: {}, user_id: 'yes' }]) {
      const rejected = await read({ message: 'No', missing_requirements: empty }, { status: 400 });
      expect(rejected).toMatchObject({ kind: 'refused', code: 'rejected', message: 'No' });
      expect(rejected).not.toHaveProperty('missing');
      const failed = await read(failureOf({ message: 'No', missing_requirements: empty }));
      expect(failed).toMatchObject({ kind: 'failed', failure: { message: 'No' } });
    }
  });

  it.each([
    [{ $schema: 'otc://1.0', message: 'Starting' }, 'no'],
    [{ $schema: 'urn:oxp:1.0', message: 'Starting' }, 'no'],
    [{ $schema: 'https://github.com/OpenExecProtocol/Specification/tree/main/spec/http/1.0/openapi.json' }, 'no'],
    [{ $schema: 'https://gateway.example.com/errors.json', message: 'Starting' }, 'unknown'],
    [{ message: 'no healthy upstream' }, 'unknown'],
    ['no healthy upstream', 'unknown'],
  ])('OTC-CALL-07: from a 503 as an error before the tool only if it is a protocol error: %o', async (body, ran) => {
    expect(await read(body, { status: 503 })).toMatchObject({ kind: 'refused', code: 'unavailable', ran });
  });
});

describe('no response of a server', () => {
  it('makes a call reject, or return another kind of result', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.jsonValue().map((value) => JSON.stringify({ result: value })),
        ),
        fc.constantFrom(200, 201, 302, 400, 401, 404, 409, 422, 429, 500, 503),
        async (text, status) => {
          const { kind } = await read(text, { status });
          expect(['value', 'failed', 'invalid', 'refused']).toContain(kind);
          expect(['listed', 'refused']).toContain((await readList(text, status)).kind);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('a listing is read', () => {
  const parameters = {
    type: 'object',
    properties: { a: { type: 'number', description: 'A number.' } },
    required: ['a'],
  };
  const tool = {
    id: 'Calculator.Add@1.0.0',
    name: 'Calculator_Add',
    description: 'Adds two numbers.',
    version: '1.0.0',
    output_schema: { type: 'number' },
  };
  const listedTool = {
    toolId: 'Calculator.Add@1.0.0',
    id: 'Calculator.Add',
    version: '1.0.0',
    name: 'Calculator_Add',
    description: 'Adds two numbers.',
    inputSchema: parameters,
    outputSchema: { type: 'number' },
  };

  it.each([
    [
      'under tools, with the parameters in a wrapper',
      { $schema: 'otc://1.0', tools: [{ ...tool, input_schema: { parameters } }] },
    ],
    ['under items, with the parameters as they are', { items: [{ ...tool, input_schema: parameters }] }],
    [
      'under both, which are the same',
      { tools: [{ ...tool, input_schema: { parameters } }], items: [{ ...tool, input_schema: parameters }] },
    ],
    ['as a bare array', [{ ...tool, input_schema: parameters }]],
  ])('E13, E14: %s', async (_form, body) => {
    expect(await readList(body)).toEqual({ kind: 'listed', tools: [listedTool], warnings: [] });
  });

  const only = async (entry: object): Promise<unknown> => {
    const result = await readList({ tools: [{ id: 'A.B@1.0.0', ...entry }] });
    return result.kind === 'listed' && result.tools[0];
  };

  it('E14: with a parameter named parameters', async () => {
    const schema = { type: 'object', properties: { parameters: { type: 'string' } } };
    expect(await only({ input_schema: schema })).toMatchObject({ inputSchema: schema });
    const beside = { parameters: { type: 'object' }, properties: {} };
    expect(await only({ input_schema: beside })).toMatchObject({ inputSchema: beside });
  });

  it('E15, E17, E20: with absent fields', async () => {
    expect(await only({})).toEqual({
      toolId: 'A.B@1.0.0',
      id: 'A.B',
      version: '1.0.0',
      name: 'A_B',
      description: '',
      inputSchema: { type: 'object' },
      outputSchema: {},
    });
    expect(await only({ input_schema: { parameters: {} }, output_schema: null })).toMatchObject({
      inputSchema: { type: 'object' },
      outputSchema: null,
    });
  });

  it('E16: with the version in the ID, in its own field, or absent', async () => {
    expect(await only({ id: 'A.B', version: '2.0.0' })).toMatchObject({
      toolId: 'A.B@2.0.0',
      id: 'A.B',
      version: '2.0.0',
    });
    expect(await only({ id: 'A.B' })).toMatchObject({ toolId: 'A.B', id: 'A.B', version: '' });
  });

  it('E15: with the name that a server would derive from a long ID', async () => {
    const id = `Calendar.${'FindFreeSlots'.repeat(5)}`;
    expect(await only({ id })).toMatchObject({ id, name: `${id.replace('.', '_').slice(0, 55)}_e4ef16db` });
  });

  it('with requirements; E46: without entries that have no ID', async () => {
    const requirements = {
      authorization: [{ id: 'google', oauth2: { scopes: ['mail', 5] } }, { id: 'github' }, { oauth2: {} }],
      secrets: [{ id: 'KEY' }],
      user_id: true,
    };
    expect(await readList({ tools: [{ id: 'A.B@1.0.0', requirements }] })).toMatchObject({
      tools: [
        {
          requirements: {
            authorization: [{ id: 'google', oauth2: { scopes: ['mail'] } }, { id: 'github' }],
            secrets: [{ id: 'KEY' }],
            userId: true,
          },
        },
      ],
      warnings: ["A requirement of 'A.B@1.0.0' has no id and is skipped"],
    });
  });

  it('without invalid entries, and with a warning for each', async () => {
    expect(await readList({ tools: [null, { name: 'x' }, tool] })).toMatchObject({
      kind: 'listed',
      tools: [{ toolId: 'Calculator.Add@1.0.0' }],
      warnings: ['Entry 0 of the listing has no id and is skipped', 'Entry 1 of the listing has no id and is skipped'],
    });
  });

  it.each([{ tools: null }, {}, 'text', null])('not from an invalid body: %o', async (body) => {
    expect(await readList(body)).toMatchObject({ kind: 'refused', code: 'invalid_response' });
  });

  it.each([400, 401, 403])('E23: not from a server that requires credentials: %s', async (status) => {
    const fetch = scriptedFetch(
      Response.json({ message: 'No' }, { status, headers: { 'www-authenticate': 'Bearer' } }),
    );
    expect(await createClient({ url, fetch }).list()).toMatchObject({ kind: 'refused', code: 'unauthenticated' });
  });
});
