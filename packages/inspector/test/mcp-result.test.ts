import { describe, expect, test } from 'vitest';
import { readResponse, readToolResult } from '../src/page/calls/mcp-result.ts';
import type { Json } from '../src/page/json.ts';

/** The result of a toolwire server. Before 2026-07-28, MCP allows only objects as structured content, so other values are wrapped. */
function resultOf(value: Json, isWrapped: boolean) {
  return readToolResult({
    content: [{ type: 'text', text: JSON.stringify(value) }],
    structuredContent: isWrapped ? { result: value } : value,
    _meta: { 'org.opentoolcalling/result': { kind: 'other', ...(isWrapped && { wrapped: true }) } },
  });
}

describe('a value over MCP', () => {
  test.each([[8], [[1, 2]], [null], ['a text'], [{ result: 1 }]])(
    'is the same as over other protocols: %j',
    (value) => {
      expect(resultOf(value, false).value).toEqual(value);
      expect(resultOf(value, true).value).toEqual(value);
    },
  );

  test('of an object with a member `result` stays an object', () => {
    expect(resultOf({ result: { result: 1 } }, false).value).toEqual({ result: { result: 1 } });
  });

  test('is its text without structured content, and null without content', () => {
    expect(readToolResult({ content: [{ type: 'text', text: 'a text' }] }).value).toBe('a text');
    expect(readToolResult({ content: [] }).value).toBeNull();
  });
});

test('a response that ends before the result is broken, and a refusal is not', () => {
  const progress = { jsonrpc: '2.0', method: 'notifications/progress', params: {} };
  expect(readResponse(progress, 200)).toEqual({ kind: 'broken', message: 'The response ended before the result.' });
  expect(readResponse(undefined, 503)).toEqual({ kind: 'refused', message: 'The server responded with status 503.' });
});
