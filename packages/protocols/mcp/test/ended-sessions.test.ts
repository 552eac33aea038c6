import { afterEach, expect, test, vi } from 'vitest';
import { EndedSessions } from '../src/http/ended-sessions.ts';
import type { SignedSession } from '../src/http/session-id.ts';
import { legacyRevisions } from '../src/json-rpc/revisions.ts';

afterEach(() => vi.useRealTimers());

function signed(name: string): SignedSession {
  return { name, issuedAt: 0, revision: legacyRevisions[0], capabilities: {}, client: { name: 'test', version: '1' } };
}

test('the list is bounded, and drops the first session', () => {
  const ended = new EndedSessions(2);
  for (const name of ['a', 'b', 'c']) ended.add(signed(name), Number.POSITIVE_INFINITY);
  expect(['a', 'b', 'c'].filter((name) => ended.has(signed(name)))).toEqual(['b', 'c']);
});

test('sessions that have expired are dropped with the next one', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const ended = new EndedSessions(100);
  for (const name of ['a', 'b']) ended.add(signed(name), Date.now() + 1_000);
  vi.setSystemTime(Date.now() + 1_000);
  ended.add(signed('c'), Date.now() + 1_000);
  expect(['a', 'b', 'c'].filter((name) => ended.has(signed(name)))).toEqual(['c']);
});
