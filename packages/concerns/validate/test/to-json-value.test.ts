import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toJsonValue } from '../src/index.ts';
import type { JsonProblemKind } from '../src/json/json-problem.ts';

function problemOf(value: unknown, maxBytes?: number): { kind: JsonProblemKind; message: string } {
  const result = toJsonValue(value, maxBytes);
  if (result.ok) throw new Error('The value was taken.');
  return { kind: result.problem.kind, message: result.problem.message };
}

function valueOf(value: unknown): unknown {
  const result = toJsonValue(value);
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
}

class Private {
  readonly #secret = 'canary';
  tell(): string {
    return this.#secret;
  }
}

const thrower = (thrown: unknown): object => ({
  get field(): never {
    throw thrown;
  },
});
const trap = (): never => {
  throw 'canary';
};
const hostileProxy = new Proxy(
  {},
  { get: trap, ownKeys: trap, getPrototypeOf: trap, getOwnPropertyDescriptor: trap, has: trap },
);

const unfit: readonly (readonly [kind: JsonProblemKind, value: unknown])[] = [
  ['non_finite', Number.NaN],
  ['non_finite', Number.POSITIVE_INFINITY],
  ['non_finite', Number.NEGATIVE_INFINITY],
  ['bigint', 1n],
  ['bigint', Object(1n)],
  ['function', () => 'canary'],
  ['function', class {}],
  ['symbol', Symbol('canary')],
  ['symbol', Object(Symbol('canary'))],
  ['collection', new Map([['canary', 1]])],
  ['collection', new Set(['canary'])],
  ['collection', new WeakMap()],
  ['collection', new WeakSet()],
  ['collection', runInNewContext('new Map([["canary", 1]])')],
  ['promise', Promise.resolve('canary')],
  ['opaque', /canary/],
  ['opaque', new Private()],
  ['opaque', new URLSearchParams('a=canary')],
  ['opaque', (function* () {})()],
  ['error', new Error('canary')],
  ['error', Object.assign(new Error('canary'), { code: 1 })],
  ['binary', Buffer.from('canary')],
  ['binary', new Uint8Array(3)],
  ['binary', new DataView(new ArrayBuffer(3))],
  ['binary', new ArrayBuffer(3)],
  ['binary', new Blob(['canary'])],
  ['invalid_date', new Date(Number.NaN)],
  ['to_json', { toJSON: () => undefined }],
  ['unreadable', { toJSON: trap }],
  ['function', { toJSON: () => trap }],
  ['collection', { toJSON: () => new Map() }],
  ['unreadable', hostileProxy],
  ['unreadable', thrower(new Error('canary'))],
  ['unreadable', thrower('canary')],
  ['unreadable', thrower(null)],
  ['unreadable', thrower(hostileProxy)],
  ['unreadable', Proxy.revocable({}, {}).proxy && revoked()],
];

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

describe('CASE-12: a value that JSON cannot represent', () => {
  it.each(unfit.map(([kind, value], index) => [index, kind, value] as const))(
    '%i: is refused as %s',
    (_, kind, value) => {
      expect(problemOf(value).kind).toBe(kind);
      expect(problemOf({ list: [1, { value }] }).kind).toBe(kind);
    },
  );

  it('is reported with its path and kind, never with its value', () => {
    expect(problemOf({ user: { 'full name': [1, Number.NaN] } })).toEqual({
      kind: 'non_finite',
      message: 'user["full name"][1] is not a finite number.',
    });
    expect(problemOf(new Map()).message).toBe('The value is a Map, Set or similar; return an object or an array.');
    for (const [, value] of unfit) expect(problemOf({ value }).message).not.toContain('canary');
  });

  it('keeps long names out of the path', () => {
    expect(problemOf({ ['k'.repeat(1000)]: 1n }).message.length).toBeLessThan(200);
  });
});

describe('CASE-13: a hostile value', () => {
  it('with a cycle is rejected, in an object, an array and through toJSON', () => {
    const object: Record<string, unknown> = {};
    object['again'] = { object };
    const array: unknown[] = [];
    array.push(array, array);
    const self = { toJSON: () => ({ self }) };
    for (const cyclic of [object, array, self]) expect(problemOf(cyclic).kind).toBe('too_deep');
  });

  it('of 5 000 levels is rejected, of 100 levels it is not', () => {
    const nest = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
    expect(problemOf(nest(5000)).kind).toBe('too_deep');
    expect(valueOf(nest(100))).toEqual(nest(100));
    expect(problemOf(nest(101)).kind).toBe('too_deep');
  });

  it('of 100 MB is rejected, and so is a value that is large through repetition', () => {
    expect(problemOf('x'.repeat(100 * 1024 * 1024)).kind).toBe('too_large');
    expect(problemOf({ a: ['x'.repeat(50)] }, 40)).toEqual({
      kind: 'too_large',
      message: 'The value is too large; the limit is reached at a[0].',
    });
    expect(problemOf([1, 2, 3], 6).message).toBe('The value is too large.');
    expect(problemOf({ ['x'.repeat(50)]: 1 }, 40).kind).toBe('too_large');
    let bomb: unknown = 'x'.repeat(100);
    for (let level = 0; level < 40; level += 1) bomb = [bomb, bomb];
    expect(problemOf(bomb).kind).toBe('too_large');
    expect(problemOf(Object.assign([], { length: 4_000_000_000 })).kind).toBe('too_large');
    expect(problemOf(new Proxy([], { get: (_, key) => (key === 'length' ? 2 ** 40 : undefined) })).kind).toBe(
      'too_large',
    );
  });

  it('is measured with the length of its JSON text', () => {
    const values = [[1, 22, -3.5], [true, false, null], { a: 1, b: [[]] }, [1e21, 0, -1000]];
    for (const value of values) {
      const { length } = JSON.stringify(value);
      expect(toJsonValue(value, length - 1).ok).toBe(false);
      // A comma is counted after each part, also after the last.
      expect(toJsonValue(value, length + 3)).toEqual({ ok: true, value });
    }
    expect(toJsonValue(Array.from({ length: 2_200_000 }, () => 1)).ok).toBe(true);
  });

  it('that changes after it was returned, or with each read, is sent as it was first read', () => {
    const mutable = { list: [1] };
    const copy = valueOf(mutable);
    mutable.list.push(Number.NaN);
    expect(copy).toEqual({ list: [1] });
    let reads = 0;
    const liar = {
      get a() {
        reads += 1;
        return reads === 1 ? 1 : Number.NaN;
      },
    };
    expect(JSON.stringify(valueOf(liar))).toBe('{"a":1}');
    expect(reads).toBe(1);
  });

  it('with a field called __proto__ keeps it as a field', () => {
    const copy = valueOf(JSON.parse('{"__proto__":{"admin":true},"a":{"__proto__":null}}')) as object;
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(JSON.stringify(copy)).toBe('{"__proto__":{"admin":true},"a":{"__proto__":null}}');
    expect('admin' in copy).toBe(false);
  });
});

describe('a value that JSON can represent', () => {
  it('is copied as JSON.stringify would write it', () => {
    class Point {
      x = 1;
      get y(): number {
        return 2;
      }
    }
    const value = {
      when: new Date(0),
      url: new URL('https://example.com/'),
      point: new Point(),
      bare: Object.assign(Object.create(null) as object, { a: 1 }),
      foreign: runInNewContext('({ a: [1, { b: new Date(0) }] })') as object,
      missing: undefined,
      holes: [1, undefined, null],
      boxed: [Object(1), Object('a'), Object(true)] as unknown[],
      toJSON: 'not a function',
      lone: '\ud800',
      [Symbol('hidden')]: 1,
    };
    expect(valueOf(value)).toEqual(JSON.parse(JSON.stringify(value)));
    expect(valueOf(Object.assign([], { 1: 1 }))).toEqual([null, 1]);
    expect(valueOf(undefined)).toBeNull();
    expect(valueOf({ toJSON: () => ({ a: undefined, b: 1 }) })).toEqual({ b: 1 });
  });

  it('returns unchanged for any JSON, and shares nothing with the original', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const copy = valueOf(value);
        expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
        if (typeof value === 'object' && value !== null) expect(copy).not.toBe(value);
      }),
    );
  });

  it('never throws, and never returns a value that JSON.stringify would change', () => {
    // Hostile values are inserted last, because the generator can't handle them.
    const hostile = fc.nat({ max: unfit.length - 1 }).map((index) => new Hostile(index));
    const families = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        hostile,
        fc.anything({
          withBigInt: true,
          withBoxedValues: true,
          withDate: true,
          withMap: true,
          withNullPrototype: true,
          withSet: true,
          withSparseArray: true,
          withTypedArray: true,
        }),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('a', '__proto__', 'toJSON', 'length', 'then'), tie('value'), { maxKeys: 3 }),
      ),
    }));
    fc.assert(
      fc.property(families.value, (value) => {
        const result = toJsonValue(withHostile(value));
        if (!result.ok) return;
        const text = JSON.stringify(result.value);
        // The parsed JSON is equal except for -0: no value became null or was lost.
        expect(JSON.stringify(valueOf(JSON.parse(text)))).toBe(text);
        expect(isPlainJson(result.value)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

class Hostile {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
}

function withHostile(value: unknown): unknown {
  if (value instanceof Hostile) return unfit[value.index]?.[1];
  if (Array.isArray(value)) return value.map(withHostile);
  const isRecord = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isRecord ? Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withHostile(field)])) : value;
}

function isPlainJson(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlainJson);
  if (typeof value === 'object' && value !== null) {
    return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlainJson);
  }
  return value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value);
}
