import type { ToolFailure as CoreToolFailure } from '@toolwire/core';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { isToolError, mapError, RetryableToolError, ToolError, type ToolFailure } from '../src/index.ts';

/** A second copy of the package: new classes, the same symbol registry. */
async function secondCopy(): Promise<typeof import('../src/tool-error.ts')> {
  const url = new URL('../src/tool-error.ts?copy', import.meta.url).href;
  return (await import(url)) as typeof import('../src/tool-error.ts');
}

describe('ToolError', () => {
  it('is an Error with the fields that its author gave, and no others', () => {
    const cause = new Error('connect ECONNREFUSED');
    const error = new ToolError('Could not reach the server.', { developerMessage: 'api.example.com', cause });

    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe('ToolError');
    expect(error.message).toBe('Could not reach the server.');
    expect(error.cause).toBe(cause);
    expect(Object.keys(error)).toEqual(['developerMessage']);
    expect(error.stack).toMatch(/^ToolError: Could not reach/);
    expect('cause' in new ToolError('No cause')).toBe(false);
  });

  it('does not publish a message that JavaScript code passes as an object', () => {
    for (const message of [new Error('secret'), { toString: () => 'secret' }, undefined, 42]) {
      expect(new ToolError(message as unknown as string).message).toBe('The tool failed unexpectedly.');
    }
  });

  it('is compatible with the failure type of core in both directions', () => {
    expectTypeOf<ToolFailure>().toEqualTypeOf<CoreToolFailure>();
    expectTypeOf<ToolError>().toExtend<CoreToolFailure>();
  });
});

describe('RetryableToolError', () => {
  it('is always retryable, whatever its options', () => {
    const error = new RetryableToolError('Busy', { retryAfterMs: 500, canRetry: false } as { retryAfterMs: number });

    expect(error.canRetry).toBe(true);
    expect(error.name).toBe('RetryableToolError');
    expect(isToolError(error)).toBe(true);
    expect(mapError(error)).toEqual({ message: 'Busy', canRetry: true, retryAfterMs: 500 });
  });
});

describe('isToolError', () => {
  it('recognizes errors of another copy of this package, and their subclasses', async () => {
    const other = await secondCopy();
    class NotFound extends other.ToolError {}
    const error = new NotFound('Not found', { canRetry: false });

    expect(other.ToolError).not.toBe(ToolError);
    expect(error).not.toBeInstanceOf(ToolError);
    expect(isToolError(error)).toBe(true);
    expect(mapError(error)).toEqual({ message: 'Not found', canRetry: false });
  });

  it('rejects similar objects (CASE-15)', () => {
    const impostor = Object.assign(new Error('no'), { name: 'ToolError', canRetry: true });
    const lookAlikes = [
      { message: 'no', can_retry: true },
      { message: 'no', canRetry: true, name: 'ToolError' },
      impostor,
      Object.assign(new Error('no'), { canRetry: true, retryAfterMs: 1 }),
      { ...new ToolError('no', { canRetry: true }) },
      'ToolError',
      null,
      undefined,
    ];
    for (const lookAlike of lookAlikes) {
      expect(isToolError(lookAlike)).toBe(false);
    }
  });

  it('returns false for proxies that throw or are revoked', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const thrower = new Proxy(
      {},
      {
        get: () => {
          throw null;
        },
      },
    );

    expect(isToolError(proxy)).toBe(false);
    expect(isToolError(thrower)).toBe(false);
    expect(isToolError(new Proxy({}, { get: () => 'anything' }))).toBe(false);
  });
});
