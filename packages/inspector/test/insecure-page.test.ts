import { afterEach, expect, test, vi } from 'vitest';
import { callOtc } from '../src/page/calls/call-otc.ts';
import { Run } from '../src/page/calls/run.ts';

afterEach(() => vi.unstubAllGlobals());

const tool = { id: 'A.B', version: '1.0.0', name: 'A_B', description: '', inputSchema: {}, outputSchema: null };

test('calls have different IDs on a page without TLS, where browsers have no crypto.randomUUID', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const call = { tool: { ...tool, problems: [] }, input: {}, context: {}, credentials: {} };
  const ids = [new Run('otc', call).id, new Run('otc', call).id];
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(id).toMatch(/^[\da-f]{32}$/);
});

test('the request log has no credentials, whatever their header is called', async () => {
  const requests: RequestInit[] = [];
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    requests.push(init);
    return Response.json({ result: { success: true, value: 1 } });
  });
  const credentials = { 'x-signature': 'canary-of-a-credential' };
  const run = new Run('otc', { tool: { ...tool, problems: [] }, input: {}, context: {}, credentials });
  await callOtc(run, { call: '/tools/call' });
  expect(requests[0]?.headers).toMatchObject(credentials);
  expect(run.requests.value[0]?.requestHeaders).toMatchObject({ 'x-signature': '[your credentials]' });
  expect(JSON.stringify(run.requests.value)).not.toContain('canary');
});
