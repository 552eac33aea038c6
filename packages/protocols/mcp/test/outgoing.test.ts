import type { InputAnswer, InputRequest } from '@toolwire/core';
import { rpcCodes } from '@toolwire/internal';
import { createTasks } from '@toolwire/tasks';
import { describe, expect, test } from 'vitest';
import { defineResource, type McpContext } from '../src/index.ts';
import { connect, enveloped } from './support/connection.ts';
import { createEndpoint, legacy, modern, readAnswer, requestsResultMeta } from './support/http.ts';
import { legacyRevisions, type Revision, type SentMessage } from './support/schemas.ts';
import { createTestService } from './support/service.ts';
import { add, asking, chatty, colourForm, nameForm, tool } from './support/tools.ts';

const sum = { name: 'Calculator_Add', arguments: { a: 1, b: 2 } };
const elicitation = { elicitation: { form: {}, url: {} } };

describe('outgoing messages', () => {
  /** Every message of a conversation in one revision. */
  async function allSent(revision: Revision): Promise<readonly SentMessage[]> {
    const tasks = createTasks<InputRequest, InputAnswer>();
    const service = createTestService([add, chatty, asking({ name: nameForm }), job], { tasks });
    const connection = connect(service);
    const isModern = revision === '2026-07-28';
    if (!isModern) await connection.initialize(revision, { elicitation: {} });
    const send = (method: string, params: object = {}, meta: object = {}, id?: string): Promise<SentMessage> => {
      const known = isModern
        ? enveloped(params, meta, { ...elicitation, extensions: { 'io.modelcontextprotocol/tasks': {} } })
        : { ...params, _meta: meta };
      return connection.request(method, known, id);
    };
    for (const method of ['server/discover', 'tools/list', 'no/such', 'ping']) await send(method);
    await send('tools/call', sum, requestsResultMeta);
    await send('tools/call', { name: 'Nonesuch' });
    await send(
      'tools/call',
      { name: 'Test_Chatty' },
      { progressToken: 't', 'io.modelcontextprotocol/logLevel': 'debug' },
    );
    if (isModern) await send('tools/call', { name: 'Test_Asking' });
    await send('tools/call', { name: 'Test_Job', ...(revision === '2025-11-25' && { task: {} }) });
    const listening = isModern && send('subscriptions/listen', { notifications: { toolsListChanged: true } });
    service.replace([add]);
    service.stop();
    await listening;
    await connection.close();
    return connection.sent;
  }

  const job = tool('Test.Job', () => 'done', { taskSupport: 'optional' });
  const reserved = new Set(
    ['serverInfo', 'subscriptionId', 'related-task'].map((name) => `io.modelcontextprotocol/${name}`),
  );

  test.each([...legacyRevisions, '2026-07-28'] as const)(
    'have no malformed or foreign reserved key in _meta, in %s (MCP-META-01)',
    async (revision) => {
      const keys = new Set((await allSent(revision)).flatMap(metaKeysIn));
      if (revision !== '2024-11-05') expect(keys.size).toBeGreaterThan(0);
      for (const key of keys) {
        expect(key).toMatch(
          /^(?:[a-z](?:[a-z\d-]*[a-z\d])?(?:\.[a-z](?:[a-z\d-]*[a-z\d])?)*\/)?[a-z\d](?:[\w.-]*[a-z\d])?$/i,
        );
        if (/^[^./]+\.(?:modelcontextprotocol|mcp)[./]/.test(key)) expect(reserved).toContain(key);
      }
    },
  );

  test('contain no requests or cancellations in 2026-07-28 (MCP-RPC-07, MCP-CANC-03)', async () => {
    const sent = await allSent('2026-07-28');
    expect(sent.some(({ result }) => result?.['resultType'] === 'input_required')).toBe(true);
    expect(sent.filter(({ id, method }) => id !== undefined && method !== undefined)).toEqual([]);
    expect(sent.filter(({ method }) => method === 'notifications/cancelled')).toEqual([]);
  });

  test('contain only the defined codes of the reserved range (MCP-RPC-06)', () => {
    const { resourceNotFound, urlElicitationRequired, ...ofEveryRevision } = rpcCodes;
    const implementationDefined = Object.values(ofEveryRevision).filter((code) => code <= -32_000 && code >= -32_099);
    expect(new Set(implementationDefined)).toEqual(new Set([-32_020, -32_021, -32_022]));
    expect([resourceNotFound, urlElicitationRequired]).toEqual([-32_002, -32_042]);
  });

  test('never contain the retired code -32042 in 2026-07-28 (MCP-RPC-06)', async () => {
    const page: InputRequest = { kind: 'url', message: 'Open', url: 'https://app.example.com' };
    const endpoint = createEndpoint(createTestService([asking({ page })]));
    const [value, options] = modern('tools/call', { name: 'Test_Asking' });
    const { message } = await endpoint.post(value, options);
    expect(message.error?.code).toBe(-32_021);
    const before = await endpoint.post(...legacy('2025-11-25', 'tools/call', { name: 'Test_Asking' }));
    expect(before.message.error?.code).toBe(-32_042);
  });
});

describe('concurrent requests', () => {
  const createGate = (): { readonly wait: Promise<void>; readonly open: () => void } => {
    let open: () => void = () => undefined;
    const wait = new Promise<void>((resolve) => {
      open = resolve;
    });
    return { wait, open };
  };

  test.each(['2025-11-25', '2026-07-28'] as const)(
    'each have their own progress on their own stream in %s (MCP-HTTP-07, MCP-HTTP-08, MCP-PROG-01)',
    async (revision) => {
      const [started, both] = [createGate(), createGate()];
      let running = 0;
      const slow = tool('Test.Slow', async (_, { progress }) => {
        progress(1);
        if (++running === 2) started.open();
        await both.wait;
        progress(2);
        return 'done';
      });
      const endpoint = createEndpoint(createTestService([slow]));
      const call = (token: string) => {
        const params = { name: 'Test_Slow' };
        const [value, options] =
          revision === '2026-07-28'
            ? modern('tools/call', params, { id: token, meta: { progressToken: token } })
            : legacy(revision, 'tools/call', { ...params, _meta: { progressToken: token } });
        return endpoint.open({ ...value, id: token }, options);
      };
      const answers = ['a', 'b'].map(call);
      await started.wait;
      both.open();
      for (const [index, token] of ['a', 'b'].entries()) {
        const answer = await answers[index];
        const { messages } = await readAnswer(answer ?? { status: 0, headers: {} });
        expect(messages.map(({ id, params }) => id ?? params?.['progressToken'])).toEqual([token, token, token]);
      }
    },
  );
});

test('the listing does not depend on earlier requests or on the connection (MCP-LIST-02)', async () => {
  const service = createTestService([add, chatty]);
  const connection = connect(service);
  const list = async () => (await connection.request('tools/list', enveloped())).result?.['tools'];
  const first = await list();
  await connection.request('tools/call', enveloped(sum));
  expect(await list()).toEqual(first);
  await connection.close();
  const another = connect(service);
  expect((await another.request('tools/list', enveloped())).result?.['tools']).toEqual(first);
  await another.close();
  const { message } = await createEndpoint(service).post(...modern('tools/list'));
  expect(message.result?.['tools']).toEqual(first);
});

test.each(['server/discover', 'tools/list'])('%s never requests input (MCP-ASK-05)', async (method) => {
  const endpoint = createEndpoint(createTestService([asking({ colour: colourForm })]));
  const inputResponses = { colour: { action: 'accept', content: { colour: 'red' } } };
  const { message } = await endpoint.post(
    ...modern(method, { inputResponses, requestState: 'x' }, { capabilities: elicitation }),
  );
  expect(message.result?.['resultType']).toBe('complete');
  expect(message.result).not.toHaveProperty('inputRequests');
});

describe('a function of a definition that requests input', () => {
  const asked: boolean[] = [];
  const ask = async (context: McpContext): Promise<readonly never[]> => {
    asked.push(context.client.canAsk('form'));
    await context.ask({ colour: colourForm });
    return [];
  };
  const notes = defineResource({
    uri: 'notes://{id}',
    name: 'notes',
    read: () => '',
    list: ask,
    complete: { id: (_, context) => ask(context) },
  });
  const endpoint = createEndpoint(createTestService([]), { resources: [notes] });

  test.each([
    ['resources/list', {}],
    ['completion/complete', { ref: { type: 'ref/resource', uri: notes.uri }, argument: { name: 'id', value: '' } }],
  ])('makes %s an error, and its client cannot be asked there (MCP-ASK-05)', async (method, params) => {
    asked.length = 0;
    const sent = { ...params, inputResponses: { colour: { action: 'accept', content: { colour: 'red' } } } };
    const { message } = await endpoint.post(...modern(method, sent, { capabilities: elicitation }));
    expect(message.error).toMatchObject({ code: -32603, message: "Lists and completions can't request user input" });
    expect(asked).toEqual([false]);
  });
});

/** The names of all members of `_meta`, at any depth. */
function metaKeysIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    ...(name === '_meta' ? Object.keys(member as object) : []),
    ...metaKeysIn(member),
  ]);
}
