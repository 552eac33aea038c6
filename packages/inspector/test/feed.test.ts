import { expect, onTestFinished, test, vi } from 'vitest';
import { createFeed } from '../src/feed.ts';

const neverStops = (): (() => void) => () => undefined;

test('a page is watched until it leaves, even if it left before the feed was opened', () => {
  const feed = createFeed();
  const page = new AbortController();
  feed.open(page.signal, neverStops);
  expect(feed.isWatched).toBe(true);
  page.abort();
  expect(feed.isWatched).toBe(false);
  feed.open(page.signal, neverStops);
  expect(feed.isWatched).toBe(false);
});

test('a slow page gets the number of lines that it missed, without the keep-alive lines', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const feed = createFeed();
  const page = new AbortController();
  const body = feed.open(page.signal, neverStops).body as AsyncIterable<Uint8Array>;
  for (let number = 0; number < 1_001; number += 1) feed.send({ kind: 'start', number });
  vi.advanceTimersByTime(60_000);
  const first: IteratorResult<Uint8Array, unknown> = await body[Symbol.asyncIterator]().next();
  const lines = new TextDecoder()
    .decode(first.value as Uint8Array)
    .trim()
    .split('\n');
  expect(lines.at(-1)).toBe('{"kind":"dropped","count":2}');
  page.abort();
});
