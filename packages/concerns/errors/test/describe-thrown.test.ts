import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeThrown, ToolError } from '../src/index.ts';

describe('describeThrown', () => {
  it('contains the error, its code, its stack and its causes, for the log', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const described = describeThrown(new ToolError('No answer', { cause: refused }));

    expect(described).toMatchObject({
      name: 'ToolError',
      message: 'No answer',
      cause: { name: 'Error', message: 'connect ECONNREFUSED', code: 'ECONNREFUSED' },
    });
    expect(described.stack).toContain('describe-thrown.test.ts');
  });

  it('cuts a long message between two characters', () => {
    expect(describeThrown(new Error(`${'a'.repeat(999)}😀`)).message).toBe(`${'a'.repeat(999)}…`);
  });

  it('includes the errors of an AggregateError, which often has no message', () => {
    const described = describeThrown(new AggregateError([new Error('first'), 'second'], ''));

    expect(described.errors).toMatchObject([{ message: 'first' }, { name: 'string', message: 'second' }]);
  });

  it.each([
    ['boom', { name: 'string', message: 'boom' }],
    [null, { name: 'null', message: 'null' }],
    [undefined, { name: 'undefined', message: 'undefined' }],
    [42, { name: 'number', message: '42' }],
    [Symbol('s'), { name: 'symbol', message: 'Symbol(s)' }],
    [Object.create(null), { name: 'object', message: 'A thrown value without a message' }],
    [
      { status: 404, url: '/' },
      { name: 'object', message: 'A thrown value without a message, with status, url' },
    ],
    [
      { name: 'HttpError', message: 'Not found' },
      { name: 'HttpError', message: 'Not found' },
    ],
  ])('describes a thrown %o, which is not an Error', (thrown, described) => {
    expect(describeThrown(thrown)).toStrictEqual(described);
  });

  it('ends on cyclic causes', () => {
    const first = new Error('first');
    first.cause = new Error('second', { cause: first });

    expect(JSON.stringify(describeThrown(first)).match(/"message"/g)).toHaveLength(8);
  });

  it('limits the size of long strings, long chains and wide aggregates', () => {
    let chain = new Error('x'.repeat(1e6));
    for (let depth = 0; depth < 100; depth += 1) {
      chain = new AggregateError(
        Array.from({ length: 1_000 }, () => chain),
        'x'.repeat(1e5),
        { cause: chain },
      );
    }
    const huge = Object.assign(chain, { name: 'n'.repeat(1e5), code: 'c'.repeat(1e5), stack: 's'.repeat(1e6) });

    expect(JSON.stringify(describeThrown(huge)).length).toBeLessThan(50_000);
  });

  it('omits fields that throw when read', () => {
    const hostile = new Error('seen');
    for (const key of ['stack', 'name', 'cause', 'code', 'errors']) {
      Object.defineProperty(hostile, key, {
        get: () => {
          throw null;
        },
      });
    }
    const { proxy: revoked, revoke } = Proxy.revocable([], {});
    revoke();
    const endless = new Proxy([], {
      get: (_target, key) =>
        key === 'length'
          ? {
              valueOf: () => {
                throw 1;
              },
            }
          : 'x',
    });

    expect(describeThrown(hostile)).toStrictEqual({ name: 'object', message: 'seen' });
    expect(describeThrown(revoked)).toStrictEqual({ name: 'object', message: 'A thrown value without a message' });
    expect(describeThrown({ message: 'm', errors: endless })).toStrictEqual({ name: 'object', message: 'm' });
  });

  it('never throws and always returns a plain JSON object of limited size', () => {
    const cause = fc.oneof(
      fc.anything(),
      fc.string().map((message) => new Error(message)),
    );
    const thrown = fc.oneof(
      fc.anything({ withBigInt: true, withNullPrototype: true }),
      fc.record({
        name: fc.anything(),
        message: fc.anything(),
        code: fc.anything(),
        stack: fc.anything(),
        cause,
        errors: fc.anything(),
      }),
      fc.tuple(fc.array(cause), cause).map(([errors, why]) => new AggregateError(errors, 'many', { cause: why })),
    );
    fc.assert(
      fc.property(thrown, (value) => {
        const described = describeThrown(value);
        expect(typeof described.name).toBe('string');
        expect(typeof described.message).toBe('string');
        expect(JSON.stringify(described).length).toBeLessThan(50_000);
      }),
    );
  });
});
