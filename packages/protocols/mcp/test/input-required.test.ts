import type { InputRequest, Principal } from '@toolwire/core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { McpOptions } from '../src/index.ts';
import { createEndpoint, legacy, modern, type TestEndpoint } from './support/http.ts';
import { legacyRevisions } from './support/schemas.ts';
import { createTestService } from './support/service.ts';
import { asking, colourForm, curious, nameForm, tool } from './support/tools.ts';

afterEach(() => vi.useRealTimers());

const all = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };
const secret = 'a secret of more than thirty-two characters';
const accept = (content: object) => ({ action: 'accept', content });

interface Round {
  readonly inputRequests: Record<string, { readonly method: string; readonly params: Record<string, unknown> }>;
  readonly requestState: string;
}

function endpointOf(definition = curious, options: McpOptions = {}): TestEndpoint {
  return createEndpoint(createTestService([definition]), options);
}

async function call(
  endpoint: TestEndpoint,
  params: Record<string, unknown> = {},
  { principal, capabilities = all }: { readonly principal?: Principal; readonly capabilities?: object } = {},
) {
  const [value, options] = modern('tools/call', { name: 'Test_Curious', arguments: {}, ...params }, { capabilities });
  const { status, message } = await endpoint.post(value, { ...options, ...(principal && { principal }) });
  return { status, ...message, round: message.result as unknown as Round };
}

describe('a tool that requests input', () => {
  test('gets answers in rounds, and runs from its start in each (MCP-ASK-02)', async () => {
    const endpoint = endpointOf();
    const first = await call(endpoint);
    expect(first.result).toMatchObject({
      resultType: 'input_required',
      inputRequests: {
        name: {
          method: 'elicitation/create',
          params: { message: 'What is your name?', requestedSchema: { type: 'object' } },
        },
      },
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'toolwire' } },
    });
    const second = await call(endpoint, {
      inputResponses: { name: accept({ name: 'Ada' }) },
      requestState: first.round.requestState,
    });
    expect(Object.keys(second.round.inputRequests)).toEqual(['colour']);
    expect(second.round.requestState).not.toBe(first.round.requestState);
    const third = await call(endpoint, {
      inputResponses: { colour: accept({ colour: 'red' }) },
      requestState: second.round.requestState,
    });
    expect(third.result).toMatchObject({ structuredContent: [{ name: 'Ada' }, { colour: 'red' }] });
  });

  test('receives a decline (MCP-ASK-07)', async () => {
    for (const action of ['decline', 'cancel']) {
      const { result } = await call(endpointOf(), { inputResponses: { name: { action } } });
      expect(result).toMatchObject({ content: [{ text: `No name: ${action}` }] });
    }
  });

  test.each([
    ['nothing', {}],
    ['an answer to something else', { wrong_key: accept({ name: 'Ada' }) }],
    ['an answer that is a text', { name: 'Ada' }],
    ['an action that is none', { name: { action: 'maybe' } }],
    ['no content', { name: { action: 'accept' } }],
    ['a content that does not fit', { name: accept({ name: 7 }) }],
    ['a content without what is required', { name: accept({ first: 'Ada' }) }],
  ])('requests input again after %s', async (_, inputResponses) => {
    const { round } = await call(endpointOf(), { inputResponses });
    expect(Object.keys(round.inputRequests)).toEqual(['name']);
  });

  test('ignores and discards unrequested answers', async () => {
    const endpoint = endpointOf();
    const { round } = await call(endpoint, {
      inputResponses: { name: accept({ name: 'Ada' }), other: accept({ x: 'unasked-for' }) },
    });
    expect(Object.keys(round.inputRequests)).toEqual(['colour']);
    const [payload = ''] = round.requestState.split('.');
    expect(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).not.toContain('unasked-for');
  });

  test('requests only the missing answers of several (MCP-ASK-03)', async () => {
    const requests = { name: nameForm, colour: colourForm };
    const endpoint = endpointOf(asking(requests));
    const params = { name: 'Test_Asking' };
    const first = await call(endpoint, params);
    expect(Object.keys(first.round.inputRequests)).toEqual(['name', 'colour']);
    const second = await call(endpoint, {
      ...params,
      inputResponses: { colour: accept({ colour: 'blue' }) },
      requestState: first.round.requestState,
    });
    expect(Object.keys(second.round.inputRequests)).toEqual(['name']);
    const third = await call(endpoint, {
      ...params,
      inputResponses: { name: accept({ name: 'Ada' }) },
      requestState: second.round.requestState,
    });
    expect(third.result).toMatchObject({
      structuredContent: {
        name: { action: 'accept', content: { name: 'Ada' } },
        colour: { action: 'accept', content: { colour: 'blue' } },
      },
    });
  });

  test('can request sampling, roots and a URL', async () => {
    const params = { messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 5 };
    const requests: Record<string, InputRequest> = {
      model: { kind: 'sampling', params },
      folders: { kind: 'roots' },
      page: { kind: 'url', message: 'Accept the terms', url: 'https://app.example.com/terms' },
    };
    const endpoint = endpointOf(asking(requests));
    const { round } = await call(endpoint, { name: 'Test_Asking' });
    expect(round.inputRequests).toEqual({
      model: { method: 'sampling/createMessage', params },
      folders: { method: 'roots/list', params: {} },
      page: {
        method: 'elicitation/create',
        params: {
          mode: 'url',
          elicitationId: expect.any(String) as string,
          message: 'Accept the terms',
          url: 'https://app.example.com/terms',
        },
      },
    });
    const message = { role: 'assistant', content: { type: 'text', text: 'Hello' }, model: 'm' };
    const roots = [{ uri: 'file:///home/ada' }];
    const inputResponses = { model: message, folders: { roots }, page: { action: 'accept' } };
    const { result } = await call(endpoint, { name: 'Test_Asking', inputResponses });
    expect(result).toMatchObject({
      structuredContent: {
        model: { action: 'accept', content: message },
        folders: { action: 'accept', content: roots },
        page: { action: 'accept' },
      },
    });
    for (const wrong of [{ model: { role: 'assistant' } }, { folders: { roots: 7 } }, { page: {} }]) {
      const again = await call(endpoint, { name: 'Test_Asking', inputResponses: { ...inputResponses, ...wrong } });
      expect(Object.keys(again.round.inputRequests)).toEqual(Object.keys(wrong));
    }
  });
});

describe('an undeclared capability', () => {
  const page: InputRequest = { kind: 'url', message: 'Open', url: 'https://app.example.com' };
  const params = { messages: [], maxTokens: 1 };

  test.each([
    ['a form', nameForm, {}, { elicitation: { form: {} } }],
    [
      'a form, of a client that opens pages only',
      nameForm,
      { elicitation: { url: {} } },
      { elicitation: { form: {} } },
    ],
    ['a page, of a client that knows forms only', page, { elicitation: {} }, { elicitation: { url: {} } }],
    ['a model', { kind: 'sampling', params }, { roots: {} }, { sampling: {} }],
    [
      'a model with tools',
      { kind: 'sampling', params: { ...params, tools: [] } },
      { sampling: {} },
      { sampling: { tools: {} } },
    ],
    ['folders', { kind: 'roots' }, {}, { roots: {} }],
  ] as const)(
    'is not used: %s is -32021 with 400 (MCP-ASK-01, MCP-META-03)',
    async (_, request, capabilities, requiredCapabilities) => {
      const endpoint = endpointOf(asking({ it: request }));
      const { status, error } = await call(endpoint, { name: 'Test_Asking' }, { capabilities });
      expect([status, error?.code, error?.data]).toEqual([400, -32021, { requiredCapabilities }]);
    },
  );

  test('is named together with all others (MCP-META-03)', async () => {
    const endpoint = endpointOf(asking({ name: nameForm, page, folders: { kind: 'roots' } }));
    const { error } = await call(endpoint, { name: 'Test_Asking' }, { capabilities: {} });
    expect(error?.data).toEqual({ requiredCapabilities: { elicitation: { form: {}, url: {} }, roots: {} } });
  });

  test('is not needed for forms, if elicitation has no mode', async () => {
    const { round } = await call(endpointOf(), {}, { capabilities: { elicitation: {} } });
    expect(Object.keys(round.inputRequests)).toEqual(['name']);
  });
});

describe('the request state', () => {
  const answers = { inputResponses: { name: accept({ name: 'Ada' }) } };

  test.each([
    ['a letter more', (state: string) => `${state}x`],
    ['a suffix', (state: string) => `${state}-TAMPERED`],
    ['another payload', (state: string) => `${btoa('{}').replace(/=+$/, '')}.${state.split('.')[1]}`],
    ['no signature', (state: string) => state.split('.')[0] ?? ''],
    ['an empty signature', (state: string) => `${state.split('.')[0]}.`],
    ['a third part', (state: string) => `${state}.x`],
    ['letters that are no base64', () => 'ä.ö'],
    ['a length that no bytes have', () => 'a.a'],
    ['nothing', () => ''],
  ])('rejects tampering: %s is -32602 (MCP-ASK-04)', async (_, change) => {
    const endpoint = endpointOf();
    const { round } = await call(endpoint);
    const { status, error } = await call(endpoint, { ...answers, requestState: change(round.requestState) });
    expect([status, error?.code]).toEqual([200, -32602]);
    expect(error?.message).toContain('without it');
  });

  test('is bound to one caller, one tool and one set of arguments (MCP-ASK-04, MCP-ASK-06)', async () => {
    const other = { ...curious, id: 'Test.Other' };
    const endpoint = createEndpoint(createTestService([curious, other]));
    const ada = { principal: { id: 'ada' } };
    const { round } = await call(endpoint, { arguments: {} }, ada);
    const { requestState } = round;
    expect((await call(endpoint, { ...answers, requestState }, ada)).round.inputRequests).toHaveProperty('colour');
    for (const [params, caller] of [
      [{}, { principal: { id: 'bob' } }],
      [{}, {}],
      [{ name: 'Test_Other' }, ada],
      [{ arguments: { a: 1 } }, ada],
    ] as const) {
      const { error } = await call(endpoint, { ...answers, ...params, requestState }, caller);
      expect(error?.code).toBe(-32602);
    }
  });

  test.each([
    [{ v: { a: 1 } }, { v: [['a', 1]] }],
    [{ v: {} }, { v: [] }],
    [{ v: { members: [] } }, { v: {} }],
    [{ v: [{}, []] }, { v: [[], {}] }],
    [{ a: 1 }, { a: '1' }],
  ])('is not transferable from %j to %j', async (first, other) => {
    const endpoint = endpointOf({ ...curious, input: { type: 'object' } });
    const { requestState } = (await call(endpoint, { arguments: first })).round;
    const same = await call(endpoint, { ...answers, arguments: first, requestState });
    expect(same.round.inputRequests).toHaveProperty('colour');
    const swapped = await call(endpoint, { ...answers, arguments: other, requestState });
    expect(swapped.error?.code).toBe(-32602);
  });

  test('is valid for reordered arguments', async () => {
    const definition = { ...curious, input: { type: 'object', properties: { a: {}, b: {} } } };
    const endpoint = endpointOf(definition);
    const { round } = await call(endpoint, { arguments: { a: { x: 1, y: [2] }, b: 3 } });
    const { requestState } = round;
    const again = await call(endpoint, { ...answers, arguments: { b: 3, a: { y: [2], x: 1 } }, requestState });
    expect(again.round.inputRequests).toHaveProperty('colour');
  });

  test('expires with an error', async () => {
    const endpoint = endpointOf(curious, { stateTtlMs: 1000 });
    const { round } = await call(endpoint);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 });
    const { error } = await call(endpoint, { ...answers, requestState: round.requestState });
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('expired') as string });
  });

  test('is valid in every process with the same secret only', async () => {
    const { round } = await call(endpointOf(curious, { stateSecret: secret }));
    const { requestState } = round;
    for (const stateSecret of [secret, [`${secret}!`, secret]] as const) {
      const same = await call(endpointOf(curious, { stateSecret }), { ...answers, requestState });
      expect(same.round.inputRequests).toHaveProperty('colour');
    }
    for (const options of [{}, { stateSecret: `${secret}!` }]) {
      expect((await call(endpointOf(curious, options), { ...answers, requestState })).error?.code).toBe(-32602);
    }
    expect(() => endpointOf(curious, { stateSecret: 'short' })).toThrow('32 random characters');
  });
});

describe('a missing authorization', () => {
  const url = 'https://app.example.com/connect/google';
  const mail = tool('Mail.Send', () => 'sent', { requirements: { authorization: [{ id: 'google' }] } });

  function endpointWith(token: () => string | undefined) {
    return createEndpoint(createTestService([mail], { requirements: { token, challenge: () => url } }));
  }

  test('is requested as a URL until it is granted', async () => {
    const tokens: string[] = [];
    const endpoint = endpointWith(() => tokens[0]);
    const first = await call(endpoint, { name: 'Mail_Send' });
    expect(first.round.inputRequests).toEqual({
      'authorization:google': {
        method: 'elicitation/create',
        params: {
          mode: 'url',
          elicitationId: expect.any(String) as string,
          url,
          message: "Sign in to 'google' to continue",
        },
      },
    });
    const answered = {
      name: 'Mail_Send',
      inputResponses: { 'authorization:google': { action: 'accept' } },
      requestState: first.round.requestState,
    };
    expect((await call(endpoint, answered)).result).toMatchObject({ resultType: 'input_required' });
    tokens.push('t');
    expect((await call(endpoint, answered)).result).toMatchObject({ content: [{ text: 'sent' }] });
  });

  test('is described as text if the user declined or the client opens no URLs', async () => {
    const endpoint = endpointWith(() => undefined);
    const declined = { name: 'Mail_Send', inputResponses: { 'authorization:google': { action: 'decline' } } };
    for (const { result } of [
      await call(endpoint, declined),
      await call(endpoint, { name: 'Mail_Send' }, { capabilities: { elicitation: {} } }),
    ]) {
      expect(result).toMatchObject({ isError: true });
      expect(JSON.stringify(result)).toContain(url);
    }
  });

  test('is described as text if the user declined one of several, and has not answered the others', async () => {
    const both = tool('Mail.Send', () => 'sent', {
      requirements: { authorization: [{ id: 'google' }, { id: 'github' }] },
    });
    const requirements = { token: () => undefined, challenge: () => url };
    const endpoint = createEndpoint(createTestService([both], { requirements }));
    const declined = { name: 'Mail_Send', inputResponses: { 'authorization:google': { action: 'decline' } } };
    expect((await call(endpoint, { name: 'Mail_Send' })).round.inputRequests).toHaveProperty('authorization:github');
    expect((await call(endpoint, declined)).result).toMatchObject({ isError: true });
  });
});

describe('a tool that requests input from an unsupported client', () => {
  const page: InputRequest = { kind: 'url', message: 'Accept the terms', url: 'https://app.example.com/terms' };

  test('describes the input as text', async () => {
    const endpoint = endpointOf(
      asking({ name: nameForm, page, model: { kind: 'sampling', params: {} }, folders: { kind: 'roots' } }),
    );
    for (const revision of legacyRevisions) {
      const { message } = await endpoint.post(...legacy(revision, 'tools/call', { name: 'Test_Asking' }));
      expect(message.result).toMatchObject({
        isError: true,
        content: [
          {
            text:
              'The tool needs more than its arguments: What is your name?; Accept the terms ' +
              "(https://app.example.com/terms); a model completion, which this client doesn't support; the client's " +
              "folders, which this client doesn't support",
          },
        ],
      });
    }
  });

  test('sends a URL with -32042 in 2025-11-25', async () => {
    const endpoint = endpointOf(asking({ page }));
    const { message } = await endpoint.post(...legacy('2025-11-25', 'tools/call', { name: 'Test_Asking' }));
    expect(message.error).toMatchObject({
      code: -32042,
      data: { elicitations: [{ mode: 'url', url: page.url, message: page.message }] },
    });
    const older = await endpoint.post(...legacy('2025-06-18', 'tools/call', { name: 'Test_Asking' }));
    expect(older.message.result).toMatchObject({ isError: true });
  });
});

test('a tool whose request is not JSON does not crash the server', async () => {
  const warnings: string[] = [];
  const logger = { warn: (_: object, message: string) => void warnings.push(message) };
  const params = { big: 1n } as never;
  const endpoint = endpointOf(asking({ it: { kind: 'sampling', params } }), { logger });
  const { status, error } = await call(endpoint, { name: 'Test_Asking' });
  expect([status, error?.code]).toEqual([200, -32603]);
  expect(warnings).toEqual(['An MCP request could not be answered']);
});
