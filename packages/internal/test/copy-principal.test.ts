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

describe('a copied principal', () => {
  test('is complete if its members are getters of a class, also after it is joined with another', () => {
    const [ada, bob] = [new Row('ada'), new Row('bob')].map((row) => ({ ...copyPrincipal(row), via: { id: 'app' } }));
    expect(ada).toEqual({ id: 'ada', scopes: ['orders:read'], via: { id: 'app' } });
    expect(ada && principalKey(ada as { id: string })).not.toBe(bob && principalKey(bob as { id: string }));
  });

  test('does not change with later writes to the object or its scopes', () => {
    const user = { id: 'ada', scopes: ['orders:read'] };
    const taken = copyPrincipal(user);
    user.id = 'bob';
    user.scopes.push('orders:write');
    expect(taken).toEqual({ id: 'ada', scopes: ['orders:read'] });
  });

  test('is read once: a getter that returns a new value each time does not split it', () => {
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

  test('cannot be changed', () => {
    const taken = copyPrincipal({ id: 'ada', scopes: ['orders:read'], via: { id: 'app' } });
    for (const one of [taken, taken?.scopes, taken?.via]) expect(Object.isFrozen(one)).toBe(true);
  });

  test('keeps additional fields of the app', () => {
    expect(copyPrincipal({ id: 'ada', claims: { team: 'engines' }, name: 'Ada' })).toEqual({
      id: 'ada',
      claims: { team: 'engines' },
      name: 'Ada',
    });
  });

  test.each([undefined, null])('is undefined for %s', (absent) => {
    expect(copyPrincipal(absent)).toBeUndefined();
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
