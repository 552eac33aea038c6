import { afterEach, expect, test, vi } from 'vitest';
import type { Server } from '../src/page/server.ts';
import { Store } from '../src/page/store.ts';
import type { ToolState } from '../src/server-state.ts';

afterEach(() => vi.unstubAllGlobals());

function createStore(): Store {
  const location: Pick<Location, 'hash'> = { hash: '' };
  const store = new Store(
    {} as Server,
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

test('an input of null is sent as null, and an empty text as an empty object', () => {
  const draft = createStore().draftOf(toolNamed('Slow'));
  draft.setText('null');
  expect(draft.input).toBeNull();
  draft.setText('');
  expect(draft.input).toEqual({});
});
