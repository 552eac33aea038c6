import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import type { Run } from '../src/page/calls/run.ts';
import type { InspectorClient } from '../src/page/inspector-client.ts';
import { Store } from '../src/page/store.ts';
import type { ServerState, ToolState } from '../src/server-state.ts';

afterEach(() => vi.unstubAllGlobals());

function createStore(client: Partial<InspectorClient> = {}): Store {
  const location: Pick<Location, 'hash'> = { hash: '#A.Linked%401.0.0' };
  const store = new Store(
    client as InspectorClient,
    () => {
      throw new DOMException('The storage is blocked.', 'SecurityError');
    },
    location as Location,
  );
  store.endpoints.value = { otc: { call: '/tools/call', list: '/tools' } };
  return store;
}

function toolNamed(name: string): ToolState {
  return {
    id: `A.${name}`,
    version: '1.0.0',
    name: `A_${name}`,
    description: '',
    inputSchema: {},
    outputSchema: null,
    problems: [],
  };
}

test('a call that runs stays when another tool is called, until it ends', async () => {
  const responses: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => responses.push(resolve)));
  const store = createStore();
  const [slow, quick] = [toolNamed('Slow'), toolNamed('Quick')];
  store.call(slow, {}, ['otc']);
  store.call(quick, {}, ['otc']);
  expect([...store.runs.value.keys()]).toEqual(['A.Slow@1.0.0', 'A.Quick@1.0.0']);
  const [run] = store.runs.value.get('A.Slow@1.0.0') ?? [];
  responses[0]?.(Response.json({ result: { success: true, value: 1 } }));
  await expect.poll(() => run?.result.value).toEqual({ kind: 'value', value: 1 });
  store.call(quick, {}, ['otc']);
  expect([...store.runs.value.keys()]).toEqual(['A.Quick@1.0.0']);
});

test('Ctrl+Enter without a protocol neither cancels the last call nor removes its result', () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const store = createStore();
  const tool = toolNamed('Slow');
  store.call(tool, {}, ['otc']);
  const runs = store.runs.value.get('A.Slow@1.0.0');
  store.call(tool, {});
  expect(store.runs.value.get('A.Slow@1.0.0')).toBe(runs);
  expect(runs?.[0]?.signal.aborted).toBe(false);
});

test('a call that is retried over one protocol leaves the results over the others', () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const store = createStore();
  const tool = toolNamed('Slow');
  store.call(tool, { a: 1 }, ['otc', 'arcade']);
  const runs = (): readonly Run[] => store.runs.value.get('A.Slow@1.0.0') ?? [];
  const [otc, arcade] = runs();
  store.credential.value = 'new';
  if (arcade !== undefined) store.retry(arcade);
  expect(runs()).toEqual([otc, expect.objectContaining({ protocol: 'arcade' })]);
  expect(runs()[1]).not.toBe(arcade);
  expect(runs()[1]?.call).toMatchObject({ input: { a: 1 }, credentials: { authorization: 'new' } });
  expect(otc?.signal.aborted).toBe(false);
});

test('a run that is not shown cannot be retried', () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const store = createStore();
  store.call(toolNamed('Slow'), {}, ['otc', 'arcade']);
  const runs = (): readonly Run[] | undefined => store.runs.value.get('A.Slow@1.0.0');
  const [otc] = runs() ?? [];
  for (const _retry of [1, 2]) if (otc !== undefined) store.retry(otc);
  expect(runs()?.map(({ protocol }) => protocol)).toEqual(['otc', 'arcade']);
  store.runs.value = new Map();
  if (otc !== undefined) store.retry(otc);
  expect(runs()).toBeUndefined();
});

test('a retry calls the tool as the server lists it', () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const store = createStore();
  const runs = (): readonly Run[] => store.runs.value.get('A.Slow@1.0.0') ?? [];
  store.call(toolNamed('Slow'), {}, ['otc']);
  const changed = { ...toolNamed('Slow'), description: 'Changed.' };
  for (const [tools, expected] of [
    [[changed], changed],
    [[], changed],
  ] as const) {
    store.tools.value = tools;
    for (const run of runs()) store.retry(run);
    expect(runs().map(({ call }) => call.tool)).toEqual([expected]);
  }
});

test('the tool in the URL is shown when the credentials for it are loaded', async () => {
  const lists = [[toolNamed('First')], [toolNamed('First'), toolNamed('Linked')]];
  const store = createStore({
    readState: async () => ({ tools: lists.shift() ?? [], wires: [], hasModels: false }),
  });
  store.load();
  await expect.poll(() => store.selectedKey.value).toBe('A.First@1.0.0');
  store.load();
  await expect.poll(() => store.selectedKey.value).toBe('A.Linked@1.0.0');
  store.select('A.First@1.0.0');
  store.load();
  await expect.poll(() => store.tools.value).toEqual([]);
  expect(store.selectedKey.value).toBeUndefined();
});

test('an input of null is sent as null, and an empty text as an empty object', () => {
  const draft = createStore().draftOf(toolNamed('Slow'));
  draft.setText('null');
  expect(draft.input).toBeNull();
  draft.setText('');
  expect(draft.input).toEqual({});
});

test('a later load wins over an earlier one that ends after it, also if the earlier one fails', async () => {
  const loads: { resolve: (state: ServerState) => void; reject: (error: Error) => void }[] = [];
  const readState = () => new Promise<ServerState>((resolve, reject) => loads.push({ resolve, reject }));
  const store = createStore({ readState });
  const stateWith = (name: string): ServerState => ({ tools: [toolNamed(name)], wires: [], hasModels: false });
  for (const _load of [1, 2, 3]) store.load();
  const [first, second, third] = loads;
  third?.resolve(stateWith('New'));
  await expect.poll(() => store.isLoaded.value).toBe(true);
  first?.resolve(stateWith('Old'));
  second?.reject(new Error('Old credentials'));
  await setImmediate();
  expect(store.tools.value.map(({ id }) => id)).toEqual(['A.New']);
  expect(store.problem.value).toBeUndefined();
});

test('the name of the server is from the latest load', async () => {
  const responses: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => responses.push(resolve)));
  const mcp = { name: 'mcp', routes: [{ method: 'POST', path: '/mcp', op: 'call' }] };
  const store = createStore({ base: '', readState: async () => ({ tools: [], wires: [mcp], hasModels: false }) });
  const respond = (index: number, title: string): void =>
    responses[index]?.(
      Response.json({ result: { _meta: { 'io.modelcontextprotocol/serverInfo': { title, version: '1' } } } }),
    );
  for (const count of [1, 2]) {
    store.load();
    await expect.poll(() => responses.length).toBe(count);
  }
  respond(1, 'New');
  await expect.poll(() => store.info.value?.name).toBe('New');
  respond(0, 'Old');
  await setImmediate();
  expect(store.info.value?.name).toBe('New');
});

test('the health is from the latest request that the server has answered', async () => {
  const responses: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => responses.push(resolve)));
  const store = createStore();
  store.endpoints.value = { health: '/health' };
  const [first, second, third] = [store.checkHealth(), store.checkHealth(), store.checkHealth()];
  responses[1]?.(new Response(''));
  await second;
  responses[0]?.(Response.json({ reason: 'Starting' }, { status: 503 }));
  await first;
  expect(store.health.value).toEqual({ isHealthy: true, reason: undefined });
  responses[2]?.(Response.json({ reason: 'Draining' }, { status: 503 }));
  await third;
  expect(store.health.value).toEqual({ isHealthy: false, reason: 'Draining' });
});
