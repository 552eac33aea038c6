import { createFetchHandler } from '@toolwire/fetch';
import { listen } from '@toolwire/node';
import { describe, expect, test } from 'vitest';
import { hosts } from '../src/hosts.ts';
import { createTenantServer, local, saysOf } from '../src/tenants/tenant-server.ts';
import { type AuthMode, authModes, differences, type Seen, type Sender } from '../src/tenants/tenants.ts';
import { headersOf, type Post, rpc, wires } from '../src/tenants/wires.ts';

const advice = expect.stringContaining('Call ID ignored: no authenticated caller') as unknown;

/** Sends to tools that are mounted in an app, or on a dedicated port. */
const postTo =
  (url: string): Post =>
  async (path, body, headers) =>
    readLast(await fetch(url + path, { method: 'POST', body: JSON.stringify(body), headers }));

async function readLast(response: Response): Promise<unknown> {
  const text = await response.text();
  const isStream = response.headers.get('content-type') === 'text/event-stream';
  return JSON.parse(isStream ? (text.split('data: ').at(-1) ?? '') : text);
}

/** Sends in process, through a host that needs no socket. */
function postInProcess(authMode: AuthMode, sender: Sender) {
  const { server, warnings } = createTenantServer(authMode);
  const { principal, values } = saysOf(authMode, sender);
  const headerOf = (request: Request) => (name: string) => request.headers.get(name) ?? undefined;
  const handle = createFetchHandler(server, {
    principal: principal && ((request) => principal(headerOf(request))),
    values: values && ((request) => values(headerOf(request))),
  });
  const post: Post = async (path, body, headers) => {
    const request = new Request(`http://tools.example${path}`, { method: 'POST', body: JSON.stringify(body), headers });
    return readLast((await handle(request)) ?? expect.unreachable(`no server at ${path}`));
  };
  return { post, warnings };
}

/** The values of a sender that a tool reads, in addition to its key. */
const seenOf = ({ key, ...read }: Sender, authMode: AuthMode): Sender => ({
  ...(key !== undefined && { user: Object.entries(authMode.keys ?? {}).find(([, one]) => one === key)?.[0] }),
  ...read,
});

/** Whether the server identifies the callers by name, and not only as users of an app that does not pass them. */
const isKnown = (authMode: AuthMode, { team }: Sender): boolean =>
  authMode.isAlone === true || authMode.isNamedByApp === true || (authMode.keys !== undefined && team === undefined);

/** Ada calls, then Bob with all the same but himself, then each of them again. */
async function callInTurn(callAs: (sender: Sender) => Promise<Seen | undefined>, ada: Sender, bob: Sender) {
  const first = await callAs(ada);
  const others = await callAs(bob);
  return { ada: [first, await callAs(ada)], bob: [others, await callAs(bob)] };
}

function expectNothingCrosses(
  { ada, bob }: Awaited<ReturnType<typeof callInTurn>>,
  expected: { readonly ada: Sender; readonly bob: Sender; readonly isKnown: boolean },
): void {
  for (const seen of ada) expect(seen).toMatchObject(expected.ada);
  for (const seen of bob) expect(seen).toMatchObject(expected.bob);
  const runs = [...ada, ...bob].map((seen) => seen?.run);
  // A call of an identified caller runs once. Other callers never get a result of another caller.
  expect(new Set(runs).size).toBe(expected.isKnown ? 2 : 4);
  if (expected.isKnown) expect(runs).toEqual([runs[0], runs[0], runs[2], runs[2]]);
}

const cells = Object.entries(authModes)
  .filter(([, { isAlone }]) => isAlone !== true)
  .flatMap(([behind, authMode]) =>
    Object.entries(differences)
      .filter(
        ([what]) =>
          what !== 'nothing' || authMode.ada.key !== authMode.bob.key || authMode.ada.user !== authMode.bob.user,
      )
      .flatMap(([what, [ada, bob]]) =>
        Object.entries(wires)
          .filter(([, { takesContext }]) => takesContext || what === 'nothing' || ada.team !== undefined)
          .map(([wire, { callAs }]) => ({ behind, authMode, what, ada, bob, wire, callAs })),
      ),
  );

describe('two callers with the same call ID', () => {
  test.each(cells)('are separated behind $behind, with $what, over $wire', async ({ authMode, ada, bob, callAs }) => {
    const { post, warnings } = postInProcess(authMode, ada);
    const callers = { ada: { ...authMode.ada, ...ada }, bob: { ...authMode.bob, ...bob } };
    const answers = await callInTurn((sender) => callAs(post, 'call_1', sender), callers.ada, callers.bob);
    const known = isKnown(authMode, ada);
    expectNothingCrosses(answers, {
      ada: seenOf(callers.ada, authMode),
      bob: seenOf(callers.bob, authMode),
      isKnown: known,
    });
    expect(warnings).toEqual(known ? [] : [advice]);
  });

  test.each(Object.entries(wires))(
    'are separated in an app that stores its user in an AsyncLocalStorage, over %s',
    async (_wire, { callAs }) => {
      const { post } = postInProcess({ ada: {}, bob: {} }, {});
      const answers = await callInTurn(
        (sender) => local.run(sender.local, () => callAs(post, 'call_1', sender)),
        { local: 'ada' },
        { local: 'bob' },
      );
      expectNothingCrosses(answers, { ada: { local: 'ada' }, bob: { local: 'bob' }, isKnown: false });
    },
  );

  test("are one caller on the server's own port, and otherwise one for each token", async () => {
    const authMode: AuthMode = { ada: {}, bob: {}, isAlone: true };
    const { server, warnings } = createTenantServer(authMode);
    const { url, close } = await listen(server, 0);
    try {
      for (const [name, { callAs, takesContext }] of Object.entries(wires)) {
        const callOf = (sender: Sender) => callAs(postTo(url), `call of ${name}`, sender);
        const [first, again] = [await callOf({}), await callOf({})];
        expect(again).toEqual(first);
        if (!takesContext) continue;
        const [ada, bob] = [{ token: 'of ada' }, { token: 'of bob' }];
        expectNothingCrosses(await callInTurn(callOf, ada, bob), { ada, bob, isKnown: true });
      }
      expect(warnings).toEqual([]);
    } finally {
      await close();
    }
  });
});

/** The outcome of an MCP request of a sender. */
interface RpcAnswer {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

describe('the state of an MCP caller', () => {
  const named = authModes['an app that names callers, behind one key for all'] as AuthMode;
  const unnamed = authModes['an app that says nothing, and no auth'] as AuthMode;
  const senderOf =
    (post: Post, revision: Parameters<typeof rpc>[0]) =>
    async (sender: Sender, method: string, params: Readonly<Record<string, unknown>> = {}): Promise<RpcAnswer> => {
      const { body, headers } = rpc(revision, method, params);
      return (await post('/mcp', body, { ...headersOf(sender), ...headers })) as RpcAnswer;
    };
  const begin = { name: 'Tenants_Show', arguments: {}, task: { ttl: 60_000 } };
  const taskIdOf = ({ result }: RpcAnswer): string => (result as { task: { taskId: string } }).task.taskId;

  test.each(['tasks/get', 'tasks/result', 'tasks/cancel'])(
    'by %s is a separate task, invisible to other callers',
    async (method) => {
      const send = senderOf(postInProcess(named, {}).post, '2025-11-25');
      const taskId = taskIdOf(await send(named.ada, 'tools/call', begin));
      const never = await send(named.ada, method, { taskId: crypto.randomUUID() });
      expect(await send(named.bob, method, { taskId })).toEqual(never);
      expect((await send(named.ada, 'tasks/get', { taskId })).result).toMatchObject({ taskId });
    },
  );

  test('by tasks/list contains only its own tasks', async () => {
    const send = senderOf(postInProcess(named, {}).post, '2025-11-25');
    const taskId = taskIdOf(await send(named.ada, 'tools/call', begin));
    expect((await send(named.ada, 'tasks/list')).result).toMatchObject({ tasks: [{ taskId }] });
    expect((await send(named.bob, 'tasks/list')).result).toMatchObject({ tasks: [] });
  });

  test('has no task list if callers share a name, or are anonymous', async () => {
    const shared = authModes['one key for all'] as AuthMode;
    for (const [authMode, more] of [
      [shared, { team: 'any' }],
      [unnamed, {}],
    ] as const) {
      const send = senderOf(postInProcess(authMode, more).post, '2025-11-25');
      await send({ ...authMode.ada, ...more }, 'tools/call', begin);
      expect((await send({ ...authMode.bob, ...more }, 'tasks/list')).error).toMatchObject({ code: -32601 });
    }
  });

  test('has an unguessable task ID, for anonymous callers', async () => {
    const send = senderOf(postInProcess(unnamed, {}).post, '2025-11-25');
    const params = { ...begin, _meta: { 'org.opentoolcalling/call_id': 'call_1' } };
    const ids = [taskIdOf(await send({}, 'tools/call', params)), taskIdOf(await send({}, 'tools/call', params))];
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });

  test('is rejected for another caller', async () => {
    const send = senderOf(postInProcess(named, {}).post, '2026-07-28');
    const call = { name: 'Tenants_Ask', arguments: {} };
    const asked = await send(named.ada, 'tools/call', call);
    const { requestState } = asked.result as { requestState: string };
    expect(requestState).toEqual(expect.any(String));
    const answered = {
      ...call,
      requestState,
      inputResponses: { name: { action: 'accept', content: { name: 'Ada' } } },
    };
    expect((await send(named.bob, 'tools/call', answered)).error).toMatchObject({
      code: -32602,
      message: expect.stringContaining('was not issued for this call') as unknown,
    });
    expect((await send(named.ada, 'tools/call', answered)).result).toMatchObject({ resultType: 'complete' });
  });
});

describe.each(Object.entries(hosts))('on %s', (_host, start) => {
  test.each([
    ['names callers', authModes['an app that names callers'], {}],
    ['names callers, behind one key for all', authModes['an app that names callers, behind one key for all'], {}],
    ['hands values along and does not say whose', authModes['one key for all'], { team: 'any' }],
    ['says nothing', authModes['an app that says nothing, and no auth'], {}],
  ])('an app that %s separates callers in every protocol', async (_what, found, more: Sender) => {
    const authMode = found ?? expect.unreachable('unknown auth mode');
    const { server } = createTenantServer(authMode);
    const running = await start(server, saysOf(authMode, more));
    try {
      for (const [name, { callAs }] of Object.entries(wires)) {
        const teams = more.team === undefined ? [{}, {}] : [{ team: 'of ada' }, { team: 'of bob' }];
        const [ada, bob] = [
          { ...authMode.ada, ...teams[0] },
          { ...authMode.bob, ...teams[1] },
        ];
        const answers = await callInTurn((sender) => callAs(postTo(running.url), `call of ${name}`, sender), ada, bob);
        expectNothingCrosses(answers, {
          ada: seenOf(ada, authMode),
          bob: seenOf(bob, authMode),
          isKnown: isKnown(authMode, more),
        });
      }
    } finally {
      await running.close();
    }
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('the sessions are down');
      },
    ],
    ['returns a value that is not a principal', () => 'ada' as never],
  ])(
    'an app whose `principal` %s gets its own error, no tool runs, and the error is logged',
    async (_how, principal) => {
      const { server, warnings } = createTenantServer(authModes['an app that names callers'] ?? expect.unreachable());
      const running = await start(server, { principal });
      try {
        const request = { tool_id: 'Tenants.Show', call_id: 'call_1' };
        const body = JSON.stringify({ request });
        const response = await fetch(`${running.url}/tools/call`, { method: 'POST', body, headers: headersOf({}) });
        expect(response.status).toBe(500);
        expect(await response.text()).not.toContain('"run"');
        expect(warnings).toContainEqual(
          expect.stringMatching(/^The app's `principal` threw|^A request could not be served/),
        );
      } finally {
        await running.close();
      }
    },
  );
});
