import { describe, expect, test } from 'vitest';
import { addHeaders, jsonHeaders, refusalHeaders } from '../src/internal.ts';
import { jsonResponse } from '../src/wire.ts';

describe('a JSON response', () => {
  test('is neither sniffed nor stored', () => {
    expect(jsonResponse(200, { a: 1 })).toEqual({
      status: 200,
      headers: {
        'content-type': 'application/json',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      },
      body: '{"a":1}',
    });
  });

  test('accepts other headers in place of the defaults', () => {
    expect(jsonResponse(200, {}, { 'content-type': 'application/problem+json' }).headers).toEqual({
      'content-type': 'application/problem+json',
    });
  });

  test('accepts more headers, and the first response stays unchanged', () => {
    const first = jsonResponse(200, {});
    expect(addHeaders(first, { etag: '"1"' }).headers).toEqual({ ...jsonHeaders, etag: '"1"' });
    expect(first.headers).toEqual(jsonHeaders);
  });
});

describe('the headers of a refusal', () => {
  const refusal = { kind: 'refused', code: 'unavailable', message: 'Try again later.' } as const;

  test.each([
    [1, '1'],
    [1000, '1'],
    [1001, '2'],
  ])('have a Retry-After of %i ms in whole seconds, rounded up: %s', (ms, seconds) => {
    expect(refusalHeaders({ ...refusal, retryAfterMs: ms })).toEqual({ 'retry-after': seconds });
  });

  test('have no Retry-After if the delay is unknown', () => {
    expect(refusalHeaders(refusal)).toEqual({});
  });
});
