import { afterEach, expect, test, vi } from 'vitest';
import type { Server } from '../src/page/server.ts';
import { Store } from '../src/page/store.ts';

afterEach(() => vi.unstubAllGlobals());

test('a call that runs stays when another tool is called, until it ends', async () => {
  const responses: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => responses.push(resolve)));
  const location: Pick<Location, 'hash'> = { hash: '' };
  const store = new Store(
    {} as Server,
    () => {
      throw new DOMException('The storage is blocked.', 'SecurityError');
    },
    location as Location,
  );
  store.endpoints.value = { otc: { call: '/tools/call', list: '/tools' } };
  const [slow, quick] = ['Slow', 'Quick'].map((name) => ({
    id: `A.${name}`,
    version: '1.0.0',
    name: `A_${name}`,
    description: '',
    inputSchema: {},
    outputSchema: null,
    problems: [],
  }));
  if (slow === undefined || quick === undefined) throw new Error('There are two tools.');
  store.call(slow, {}, ['otc']);
  store.call(quick, {}, ['otc']);
  expect([...store.runs.value.keys()]).toEqual(['A.Slow@1.0.0', 'A.Quick@1.0.0']);
  const [run] = store.runs.value.get('A.Slow@1.0.0') ?? [];
  responses[0]?.(Response.json({ result: { success: true, value: 1 } }));
  await expect.poll(() => run?.result.value).toEqual({ kind: 'value', value: 1 });
  store.call(quick, {}, ['otc']);
  expect([...store.runs.value.keys()]).toEqual(['A.Quick@1.0.0']);
});
