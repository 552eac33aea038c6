import { describe, expect, test } from 'vitest';
import { copyPrincipal, principalKey } from '../src/index.ts';

/** A row as libraries for databases hand it out. */
class Row {
  readonly #id: string;
  constructor(id: string) {
    this.#id = id;
  }
  get id(): string {
    return this.#id;
  }
  get scopes(): readonly string[] {
    return ['orders:read'];
  }
}

describe('a principal that is taken', () => {
  test('is whole where its members are getters of a class, also once it is joined with another', () => {
    const [ada, bob] = [new Row('ada'), new Row('bob')].map((row) => ({ ...copyPrincipal(row), via: { id: 'app' } }));
    expect(ada).toEqual({ id: 'ada', scopes: ['orders:read'], via: { id: 'app' } });
    expect(ada && principalKey(ada as { id: string })).not.toBe(bob && principalKey(bob as { id: string }));
  });

  test('is who it was, whatever is written into the object or its scopes afterwards', () => {
    const user = { id: 'ada', scopes: ['orders:read'] };
    const taken = copyPrincipal(user);
    user.id = 'bob';
    user.scopes.push('orders:write');
    expect(taken).toEqual({ id: 'ada', scopes: ['orders:read'] });
  });

  test('is read once: a getter that answers anew each time makes nobody two', () => {
    let reads = 0;
    const turning = {
      get id() {
        reads += 1;
        return `user-${reads}`;
      },
    };
    const taken = copyPrincipal(turning);
    expect(taken?.id).toBe(taken?.id);
    expect(taken?.id).toMatch(/^user-\d$/);
  });

  test('is changed by nobody who has it', () => {
    const taken = copyPrincipal({ id: 'ada', scopes: ['orders:read'], via: { id: 'app' } });
    for (const one of [taken, taken?.scopes, taken?.via]) expect(Object.isFrozen(one)).toBe(true);
  });

  test('keeps what else the app has put on it', () => {
    expect(copyPrincipal({ id: 'ada', claims: { team: 'engines' }, name: 'Ada' })).toEqual({
      id: 'ada',
      claims: { team: 'engines' },
      name: 'Ada',
    });
  });

  test.each([undefined, null])('is nobody for %s', (nobody) => {
    expect(copyPrincipal(nobody)).toBeUndefined();
  });

  test.each([
    [{ id: 'ada', via: { id: 7 } }, 'id that is a string'],
    [{ id: 'ada', via: 'backend' }, 'not a string'],
    [{ id: 'ada', claims: 'team=engines' }, 'The `claims` of a `principal` must be an object, not a string'],
    [Promise.resolve({ id: 'ada' }), 'this object has no `id`'],
  ])('is never %o', (answer, words) => {
    expect(() => copyPrincipal(answer)).toThrow(words);
  });
});
