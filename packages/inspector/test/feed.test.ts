import { expect, test } from 'vitest';
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
