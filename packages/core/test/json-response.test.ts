import { describe, expect, test } from 'vitest';
import { addHeaders, jsonHeaders, jsonResponse, jsonText, retryAfter } from '../src/wire.ts';

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

  test('is the same from a text that is there already', () => {
    expect(jsonText(400, '{"a":1}')).toEqual(jsonResponse(400, { a: 1 }));
  });

  test('takes other headers in the place of those', () => {
    expect(jsonResponse(200, {}, { 'content-type': 'application/problem+json' }).headers).toEqual({
      'content-type': 'application/problem+json',
    });
  });

  test('takes more headers, and the first answer stays as it was', () => {
    const first = jsonText(200, '{}');
    expect(addHeaders(first, { etag: '"1"' }).headers).toEqual({ ...jsonHeaders, etag: '"1"' });
    expect(first.headers).toEqual(jsonHeaders);
  });

  test.each([
    [1, '1'],
    [1000, '1'],
    [1001, '2'],
  ])('says to come back after %i ms in whole seconds, and never too early: %s', (ms, seconds) => {
    expect(retryAfter(jsonText(503, '{}'), ms).headers['retry-after']).toBe(seconds);
  });

  test('says nothing of coming back where nobody knows', () => {
    const answer = jsonText(503, '{}');
    expect(retryAfter(answer, undefined)).toBe(answer);
  });
});
