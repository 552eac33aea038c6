import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LiveFeed } from '../src/page/live/live-feed.ts';
import type { Server } from '../src/page/server.ts';

let frames: (() => void)[] = [];
let send: (line: Record<string, number | string>) => void;
let live: LiveFeed;
let stop: () => void;

beforeEach(() => {
  frames = [];
  // A hidden tab has no frames until it is visible again.
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  const readFeed: Server['readFeed'] = (_credentials, _signal, onLine) => {
    send = onLine;
    return new Promise(() => undefined);
  };
  live = new LiveFeed({ readFeed } as Server, () => ({}));
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
