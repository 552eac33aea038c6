import { describe, expect, test } from 'vitest';
import { addHeaders, jsonHeaders, retryAfter } from '../src/internal.ts';
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

  test.each([
    [1, '1'],
    [1000, '1'],
    [1001, '2'],
  ])('has a Retry-After of %i ms in whole seconds, rounded up: %s', (ms, seconds) => {
    expect(retryAfter(jsonResponse(503, {}), ms).headers['retry-after']).toBe(seconds);
  });

  test('has no Retry-After if the delay is unknown', () => {
    const answer = jsonResponse(503, {});
    expect(retryAfter(answer, undefined)).toBe(answer);
  });
});
