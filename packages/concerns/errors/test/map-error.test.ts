import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapError, RetryableToolError, ToolError } from '../src/index.ts';

const unexpected = { message: 'The tool failed unexpectedly.' };

describe('mapError of a tool error', () => {
  it('returns every field as the author of the tool wrote it (OTC-CALL-12, OTC-RESP-06 to 10)', () => {
    const error = new RetryableToolError('Doorbell ID not found', {
      developerMessage: "The doorbell with ID 'doorbell1' does not exist.",
      additionalPromptContent: 'ids: doorbell42,doorbell84',
      retryAfterMs: 500,
      cause: new Error('not for the wire'),
    });

    expect(mapError(error)).toStrictEqual({
      message: 'Doorbell ID not found',
      developerMessage: "The doorbell with ID 'doorbell1' does not exist.",
      canRetry: true,
      additionalPromptContent: 'ids: doorbell42,doorbell84',
      retryAfterMs: 500,
    });
  });

  it('omits fields that the author omitted (OTC-RESP-07 to 10)', () => {
    expect(Object.keys(mapError(new ToolError('No')))).toStrictEqual(['message']);
    expect(mapError(new ToolError('No', { canRetry: false }))).toStrictEqual({ message: 'No', canRetry: false });
  });

  it.each([
    [0, 0],
    [-0, 0],
    [0.2, 1],
    [499.01, 500],
    [2 ** 31, 2 ** 31 - 1],
    [Number.POSITIVE_INFINITY, 2 ** 31 - 1],
    [-1, undefined],
    [-0.5, undefined],
    [Number.NaN, undefined],
    ['500', undefined],
    [500n, undefined],
  ])('rounds retryAfterMs %s up to whole milliseconds or drops it: %s (E34)', (written, sent) => {
    expect(mapError(new ToolError('No', { retryAfterMs: written as number })).retryAfterMs).toBe(sent);
  });

  it('always has a non-empty message (E62)', () => {
    const renamed = new ToolError('x');
    renamed.message = { text: 'x' } as unknown as string;

    expect(mapError(new ToolError(''))).toStrictEqual(unexpected);
    expect(mapError(new ToolError(' \n'))).toStrictEqual(unexpected);
    expect(mapError(renamed)).toStrictEqual(unexpected);
  });

  it('drops fields of a wrong type', () => {
    const options = { developerMessage: 1, canRetry: 'yes', additionalPromptContent: {}, retryAfterMs: [1] };

    expect(mapError(new ToolError('No', options as object))).toStrictEqual({ message: 'No' });
  });

  it('accepts a subclass whose field throws', () => {
    class Hostile extends ToolError {
      get hint(): never {
        throw new Error('secret');
      }
    }
    const error = new Hostile('No');
    Object.defineProperty(error, 'canRetry', { get: () => error.hint });

    expect(mapError(error)).toStrictEqual(unexpected);
  });
});

describe('mapError of any other value (CASE-15; REL-04, REL-12)', () => {
  const { proxy: revoked, revoke } = Proxy.revocable({}, {});
  revoke();
  const cyclic: { self?: unknown; message: string } = { message: 'secret' };
  cyclic.self = cyclic;
  const throwsNull = new Proxy(new Error('secret'), {
    get: () => {
      throw null;
    },
    has: () => {
      throw 1;
    },
    getPrototypeOf: () => {
      throw 'no';
    },
  });

  it.each<[string, unknown]>([
    ['a string', 'secret'],
    ['null', null],
    ['undefined', undefined],
    ['a number', 42],
    ['a bigint', 42n],
    ['a symbol', Symbol('secret')],
    ['a function', () => 'secret'],
    ['an object with a message that is no string', { message: 123 }],
    ['an object without a prototype', Object.create(null)],
    ['an Error', new Error('secret')],
    ['an AggregateError', new AggregateError([new Error('secret')], 'secret')],
    [
      'an error whose message throws',
      Object.defineProperty(new Error(), 'message', {
        get: () => {
          throw 'secret';
        },
      }),
    ],
    ['an object shaped like a failure', { message: 'secret', can_retry: true, canRetry: true, retryAfterMs: 1 }],
    ['a cyclic object', cyclic],
    ['a revoked proxy', revoked],
    ['a proxy that throws what is no Error', throwsNull],
  ])('returns the same fixed message for %s', (_name, thrown) => {
    expect(mapError(thrown)).toStrictEqual(unexpected);
  });

  it('never throws, and never reveals any part of the value', () => {
    const thrown = fc.oneof(
      fc.anything({
        withBigInt: true,
        withDate: true,
        withMap: true,
        withNullPrototype: true,
        withSet: true,
        withSparseArray: true,
      }),
      fc.record({ message: fc.anything(), canRetry: fc.boolean(), developerMessage: fc.string() }),
      fc.tuple(fc.string(), fc.object()).map(([message, fields]) => Object.assign(new Error(message), { fields })),
    );
    fc.assert(
      fc.property(thrown, (value) => {
        expect(mapError(value)).toStrictEqual(unexpected);
      }),
    );
  });

  it('returns a new object each time, so that one call cannot change the response of the next', () => {
    expect(mapError(null)).not.toBe(mapError(null));
  });
});

describe('mapError of a tool error with arbitrary fields', () => {
  it('always returns a failure that every protocol can send', () => {
    const options = fc.record({
      developerMessage: fc.anything(),
      canRetry: fc.anything(),
      additionalPromptContent: fc.anything(),
      retryAfterMs: fc.oneof(fc.double(), fc.anything()),
    });
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.anything()), options, (message, written) => {
        const failure = mapError(new ToolError(message as string, written as object));
        expect(failure.message.trim()).not.toBe('');
        expect(JSON.parse(JSON.stringify(failure))).toStrictEqual(failure);
        const { retryAfterMs = 0 } = failure;
        expect(Number.isInteger(retryAfterMs) && retryAfterMs >= 0 && retryAfterMs <= 2 ** 31 - 1).toBe(true);
      }),
    );
  });
});
