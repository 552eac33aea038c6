import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type InspectorClient, ServerError } from '../src/page/inspector-client.ts';
import type { JsonFields } from '../src/page/json.ts';
import { LiveFeed } from '../src/page/live/live-feed.ts';
import { Store } from '../src/page/store.ts';
import type { ToolState } from '../src/server-state.ts';

let frames: (() => void)[] = [];
let send: (line: JsonFields) => void;
let live: LiveFeed;
let stop: () => void;

const openFeed: InspectorClient['readFeed'] = (_credentials, _signal, onLine) => {
  send = onLine;
  return new Promise(() => undefined);
};

beforeEach(() => {
  frames = [];
  // A hidden tab has no frames until it is visible again.
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  live = new LiveFeed({ readFeed: openFeed } as InspectorClient, () => ({}));
  stop = live.watch();
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

function showTab(): void {
  for (const frame of frames.splice(0)) frame();
}

test('the calls of a hidden tab are all shown later, if they are not too many', () => {
  for (let number = 1; number <= 300; number += 1) {
    for (let event = 0; event < 4; event += 1) send({ kind: event === 0 ? 'start' : 'end', number, outcome: 'value' });
  }
  expect(live.unseenCalls.value).toBe(300);
  showTab();
  expect(live.calls.value.map(({ number }) => number)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
  expect(live.skippedEvents.value).toBe(0);
});

test('a hidden tab counts the calls that it skips', () => {
  for (let number = 1; number <= 1_000; number += 1) send({ kind: 'start', number });
  showTab();
  expect([live.calls.value.length, live.calls.value.at(-1)?.number]).toEqual([300, 1_000]);
  expect([live.skippedEvents.value, live.unseenCalls.value]).toEqual([700, 1_000]);
});

test('the clients are all programs except inspectors, whatever they are called', () => {
  const names = ['toolwire-inspector', 'Inspector', 'claude-code'];
  for (const [number, name] of names.entries()) send({ kind: 'start', number, client: { name } });
  showTab();
  expect(live.clients.value).toEqual(['Inspector', 'claude-code']);
});

test('a call of this page over a protocol without client names is recognized by its ID', () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => undefined));
  onTestFinished(() => fetched.mockRestore());
  const store = new Store({ readFeed: openFeed } as InspectorClient, () => localStorage, { hash: '' } as Location);
  onTestFinished(store.live.watch());
  store.endpoints.value = { otc: { call: '/tools/call', list: '/tools' } };
  const tool = { id: 'Any.Tool', version: '1.0.0' } as ToolState;
  const { id } = store.start('otc', { tool, input: {}, context: {}, credentials: {} }, () => undefined);
  send({ kind: 'start', number: 1, wire: 'otc', callId: id });
  send({ kind: 'start', number: 2, wire: 'otc', callId: 'of-another-program' });
  send({ kind: 'end', number: 1, outcome: 'value', tookMs: 1 });
  // The page repeats the call after a confirmation.
  send({ kind: 'start', number: 3, wire: 'otc', callId: id });
  showTab();
  expect(store.live.calls.value.map(({ client, isInspector }) => [client, isInspector])).toEqual([
    ['Inspector', true],
    ['', false],
    ['Inspector', true],
  ]);
  expect(store.live.clients.value).toEqual(['Open Tool Calling client']);
});

test('cleared calls do not come back, neither from the next frame nor when they end', () => {
  send({ kind: 'start', number: 1 });
  showTab();
  send({ kind: 'start', number: 2 });
  live.clear();
  showTab();
  expect(live.calls.value).toEqual([]);
  for (const number of [1, 2, 3]) send({ kind: 'end', number, outcome: 'value', tookMs: 1 });
  showTab();
  // This page did not see the start of the third call, which was not cleared.
  expect(live.calls.value.map(({ number }) => number)).toEqual([3]);
});

test('calls whose end was missed while the feed was lost do not run forever', () => {
  send({ kind: 'open' });
  for (const number of [1, 2, 3]) send({ kind: 'start', number });
  send({ kind: 'end', number: 1, outcome: 'value', tookMs: 1 });
  showTab();
  send({ kind: 'start', number: 4 });
  send({ kind: 'open' });
  expect(live.calls.value.map(({ number }) => number)).toEqual([1]);
  send({ kind: 'end', number: 3, outcome: 'value', tookMs: 9 });
  showTab();
  expect(live.calls.value.map(({ number, state }) => [number, state])).toEqual([
    [1, 'value'],
    [3, 'value'],
  ]);
});

test('a feed that the server refuses is not requested again until the page is loaded again', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const readFeed = vi.fn<InspectorClient['readFeed']>();
  readFeed.mockRejectedValueOnce(new ServerError(500, 'Not yet.'));
  readFeed.mockRejectedValue(new ServerError(403, 'The server has restarted. Reload the page.'));
  const server = {
    readFeed: readFeed as InspectorClient['readFeed'],
    readState: vi.fn<InspectorClient['readState']>(),
  } as object as InspectorClient;
  const store = new Store(server, () => localStorage, { hash: '' } as Location);
  const refused = store.live;
  onTestFinished(refused.watch());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(readFeed).toHaveBeenCalledTimes(2);
  expect([refused.status.value, refused.problem.value]).toEqual(['lost', 'The server has restarted. Reload the page.']);
  store.load();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(readFeed).toHaveBeenCalledTimes(3);
});
