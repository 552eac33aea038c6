import { describe, expect, test } from 'vitest';
import { addHeaders, jsonHeaders, retryAfter } from '../src/internal.ts';
import { jsonResponse } from '../src/wire.ts';

describe('a JSON answer', () => {
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

  test('takes other headers in the place of those', () => {
    expect(jsonResponse(200, {}, { 'content-type': 'application/problem+json' }).headers).toEqual({
      'content-type': 'application/problem+json',
    });
  });

  test('takes more headers, and the first answer stays as it was', () => {
    const first = jsonResponse(200, {});
    expect(addHeaders(first, { etag: '"1"' }).headers).toEqual({ ...jsonHeaders, etag: '"1"' });
    expect(first.headers).toEqual(jsonHeaders);
  });

  test.each([
    [1, '1'],
    [1000, '1'],
    [1001, '2'],
  ])('says to come back after %i ms in whole seconds, and never too early: %s', (ms, seconds) => {
    expect(retryAfter(jsonResponse(503, {}), ms).headers['retry-after']).toBe(seconds);
  });

  test('says nothing of coming back where nobody knows', () => {
    const answer = jsonResponse(503, {});
    expect(retryAfter(answer, undefined)).toBe(answer);
  });
});
