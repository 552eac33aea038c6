import { afterEach, expect, test, vi } from 'vitest';
import { writeCodeSamples } from '../src/page/calls/code-samples.ts';
import { findListedTool } from '../src/page/calls/mcp-messages.ts';
import { Run } from '../src/page/calls/run.ts';
import { type DurablePage, readDurableTasks } from '../src/page/durable-tasks.ts';
import { readHealth } from '../src/page/server-info.ts';
import { fileNameOf } from '../src/page/views/artifact-view.tsx';
import { readText } from '../src/page/views/field/text-field.tsx';
import { logTitle } from '../src/page/views/run/run-view.tsx';

afterEach(() => vi.unstubAllGlobals());

test('a tool on a later page of the MCP listing is found', async () => {
  vi.stubGlobal('fetch', async (_path: string, { body }: { readonly body: string }) => {
    const { cursor } = (JSON.parse(body) as { readonly params: { readonly cursor?: string } }).params;
    const [name, nextCursor] = cursor === undefined ? ['first', 'more'] : ['second', undefined];
    return Response.json({ result: { tools: [{ name }], nextCursor } });
  });
  expect(await findListedTool('/mcp', 'second', {})).toEqual({ name: 'second' });
  expect(await findListedTool('/mcp', 'third', {})).toBeUndefined();
});

test.each([
  [{ jsonrpc: '2.0', id: 1, error: { code: -32_001, message: 'Unauthorized' } }, 'Unauthorized'],
  ['<h1>Bad Gateway</h1>', 'The server responded with status 401.'],
])('a refused MCP listing is an error, not a listing without the tool: %j', async (body, message) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  vi.stubGlobal('fetch', async () => new Response(text, { status: 401 }));
  await expect(findListedTool('/mcp', 'first', {})).rejects.toThrow(message);
});

test('the JSON null is sent as null', () => {
  expect(['null', 'false', 'nul'].map((text) => readText(text, 'json', false))).toEqual([null, false, 'nul']);
});

test('the durable calls of five pages are read, and the view knows that there are more', async () => {
  const pageAt = (last: number) => async (cursor?: string) => {
    const number = Number(cursor ?? 0);
    const page = { tasks: [{ createdAt: number }], ...(number < last && { nextCursor: String(number + 1) }) };
    return page as unknown as DurablePage;
  };
  const few = await readDurableTasks(pageAt(1));
  expect([few.tasks.map(({ createdAt }) => createdAt), few.hasMore]).toEqual([[1, 0], false]);
  const many = await readDurableTasks(pageAt(9));
  expect([many.tasks.length, many.hasMore]).toEqual([5, true]);
});

test('a server behind a proxy that responds with HTML is unhealthy', async () => {
  vi.stubGlobal('fetch', async () => new Response('<h1>Bad Gateway</h1>', { status: 502 }));
  expect(await readHealth('/health')).toEqual({ isHealthy: false, reason: undefined });
});

test.each([
  ['authorization', "auth: { token: process.env.TOOLWIRE_TOKEN ?? '' }"],
  ['otc-api-key', "auth: { apiKey: process.env.TOOLWIRE_API_KEY ?? '' }"],
])('code to copy sends the credentials of the header %s', (name, auth) => {
  const tool = { id: 'A.B', version: '1.0.0', name: 'A_B', description: '', inputSchema: {}, outputSchema: null };
  const subject = { tool: { ...tool, problems: [] }, input: {}, url: 'http://127.0.0.1', callPath: '/tools/call' };
  const samples = writeCodeSamples({ ...subject, credentialName: name });
  expect(samples.find(({ id }) => id === 'client')?.text).toContain(auth);
  // They are parts of the IDs that aria-labelledby lists.
  expect(samples.filter(({ id }) => id.includes(' '))).toEqual([]);
});

test('a number that JSON cannot represent is sent as text', () => {
  expect(['1e999', '-1e999', '1e3', '.5', '1e', ' 2 '].map((text) => readText(text, 'number', false))).toEqual([
    '1e999',
    '-1e999',
    1_000,
    0.5,
    '1e',
    2,
  ]);
});

test.each([
  ['attachment; filename=report.csv', 'report.csv'],
  ['attachment; filename="a b.txt"', 'a b.txt'],
  [`attachment; filename="a.txt"; filename*=UTF-8''%C3%A4.txt`, 'ä.txt'],
  [`attachment; filename*=UTF-8''%C3%A4.txt; filename="a.txt"`, 'ä.txt'],
  [`attachment; filename="a.txt"; filename*=UTF-8''%C3`, 'a.txt'],
  [`attachment; filename*=UTF-8'en'x%20y.txt`, 'x y.txt'],
  [String.raw`attachment; filename="say \"hi\" \\.txt"; size=3`, String.raw`say "hi" \.txt`],
  [String.raw`attachment; filename="a\"; filename=b.txt"`, 'a"; filename=b.txt'],
  [String.raw`attachment; filename="C:\temp\new.txt"`, String.raw`C:\temp\new.txt`],
  [String.raw`attachment; filename="C:\"; size=3`, 'C:\\'],
  [String.raw`attachment; filename="a\"`, 'a\\'],
  [String.raw`attachment; filename="a\"; filename*=UTF-8''b`, 'b'],
  ['attachment', undefined],
  ['attachment; filename=my report.csv ; size=3', 'my report.csv'],
  ['attachment; x-filename=z', undefined],
  [`attachment; filename="a; filename*=UTF-8''b"`, "a; filename*=UTF-8''b"],
  ['attachment; title="a; filename=b"; filename=c', 'c'],
])('%s names the file %s', (disposition, name) => {
  expect(fileNameOf(disposition)).toBe(name);
});

test('the request log of a call that is polled for long keeps the newest requests, and updates them', () => {
  const tool = { id: 'A.B', version: '1.0.0', name: 'A_B', description: '', inputSchema: {}, outputSchema: null };
  const run = new Run('otc', { tool: { ...tool, problems: [] }, input: {}, context: {}, credentials: {} });
  const sent = Array.from({ length: 1_000 }, (_, index) =>
    run.addRequest({ method: 'POST', url: `/${index}`, requestHeaders: {}, requestBody: '', responseBody: '' }),
  );
  for (const request of sent) run.updateRequest({ ...request, responseBody: 'a response' });
  const { value: requests } = run.requests;
  expect([requests.length, requests[0]?.url, requests.at(-1)?.url]).toEqual([200, '/800', '/999']);
  expect(requests.every(({ responseBody }) => responseBody === 'a response')).toBe(true);
  expect(logTitle('Request log', requests)).toBe('Request log (newest 200 of 1,000)');
});

test('the titles of logs count their entries, also of those that were removed', () => {
  const tool = { id: 'A.B', version: '1.0.0', name: 'A_B', description: '', inputSchema: {}, outputSchema: null };
  const run = new Run('otc', { tool: { ...tool, problems: [] }, input: {}, context: {}, credentials: {} });
  const titles = [0, 200, 201].map((count) => {
    while ((run.logLines.value.at(-1)?.number ?? 0) < count) run.addLogLine('info', 'x'.repeat(3_000));
    return logTitle('Log lines', run.logLines.value);
  });
  expect(titles).toEqual(['Log lines (0)', 'Log lines (200)', 'Log lines (newest 200 of 201)']);
  expect(run.logLines.value[0]?.text).toBe(`${'x'.repeat(2_000)}…`);
});
