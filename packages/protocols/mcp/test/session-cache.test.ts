import { expect, test } from 'vitest';
import type { RequestTransport } from '../src/http/running-session-request.ts';
import { Session } from '../src/http/session.ts';
import { SessionCache } from '../src/http/session-cache.ts';
import { ListChanges } from '../src/json-rpc/list-changes.ts';
import { legacyRevisions } from '../src/json-rpc/revisions.ts';

function session(name: string): Session {
  const signed = {
    name,
    issuedAt: 0,
    revision: legacyRevisions[0],
    capabilities: {},
    client: { name: 'test', version: '1' },
  };
  return new Session(signed, undefined, Number.POSITIVE_INFINITY, {
    mailbox: undefined,
    subscribers: undefined,
    listChanges: new ListChanges(undefined),
  });
}

function transport(): RequestTransport {
  return { connection: { signal: new AbortController().signal }, notify: undefined, endsWithConnection: false };
}

test('the store is bounded and keeps the sessions in use', () => {
  const store = new SessionCache(3);
  for (const name of ['a', 'b', 'c', 'd']) store.add(name, session(name));
  expect(['a', 'b', 'c', 'd'].filter((name) => store.get(name) !== undefined)).toHaveLength(3);
  for (let count = 0; count < 100; count++) {
    expect(store.get('d')).toBeDefined();
    store.add(`other ${count}`, session(`other ${count}`));
  }
  expect(store.get('d')).toBeDefined();
  expect(store.get('a')).toBeUndefined();
});

test('a busy session is neither evicted nor replaced', () => {
  const store = new SessionCache(1);
  const busy = session('busy');
  void busy.run(1, transport(), () => new Promise(() => undefined));
  expect(store.add('busy', busy)).toBe(busy);
  for (const name of ['a', 'b', 'c']) store.add(name, session(name));
  expect(store.get('busy')).toBe(busy);
  expect(store.add('busy', session('busy'))).toBe(busy);
});

test('the store exceeds its limit if all sessions are busy', () => {
  const store = new SessionCache(1);
  for (const name of ['a', 'b', 'c']) {
    // Each is idle until it is stored.
    const busy = store.add(name, session(name));
    expect(store.get(name)).toBe(busy);
    void busy.run(1, transport(), () => new Promise(() => undefined));
  }
  expect(['a', 'b', 'c'].every((name) => store.get(name) !== undefined)).toBe(true);
});
