import { expect, test } from 'vitest';
import { legacyDialects } from '../src/revisions/dialect.ts';
import { KeptSessions } from '../src/sessions/kept-sessions.ts';
import { Session } from '../src/sessions/session.ts';
import type { RequestWay } from '../src/sessions/session-request.ts';

function session(name: string): Session {
  const facts = {
    name,
    madeAt: 0,
    dialect: legacyDialects[0],
    capabilities: {},
    client: { name: 'test', version: '1' },
  };
  return new Session(facts, undefined, Number.POSITIVE_INFINITY, { letters: undefined, subscribers: undefined });
}

function way(): RequestWay {
  return { waiting: { signal: new AbortController().signal }, notify: undefined, leaves: false };
}

test('so many sessions are kept, and those stay that are used', () => {
  const kept = new KeptSessions(3);
  for (const name of ['a', 'b', 'c', 'd']) kept.keep(name, session(name));
  expect(['a', 'b', 'c', 'd'].filter((name) => kept.get(name) !== undefined)).toHaveLength(3);
  for (let count = 0; count < 100; count++) {
    expect(kept.get('d')).toBeDefined();
    kept.keep(`other ${count}`, session(`other ${count}`));
  }
  expect(kept.get('d')).toBeDefined();
  expect(kept.get('a')).toBeUndefined();
});

test('a session of which something goes on is not forgotten, nor is another put in its place', () => {
  const kept = new KeptSessions(1);
  const busy = session('busy');
  void busy.run(1, way(), () => new Promise(() => undefined));
  expect(kept.keep('busy', busy)).toBe(busy);
  for (const name of ['a', 'b', 'c']) kept.keep(name, session(name));
  expect(kept.get('busy')).toBe(busy);
  expect(kept.keep('busy', session('busy'))).toBe(busy);
});

test('where something goes on of all, one more is kept', () => {
  const kept = new KeptSessions(1);
  for (const name of ['a', 'b', 'c']) {
    const busy = session(name);
    void busy.run(1, way(), () => new Promise(() => undefined));
    kept.keep(name, busy);
  }
  expect(['a', 'b', 'c'].every((name) => kept.get(name) !== undefined)).toBe(true);
});
