import { describe, expect, test } from 'vitest';
import { readResponse, readToolResult } from '../src/page/calls/mcp-result.ts';
import type { Json } from '../src/page/json.ts';
import { createSecretFilter } from '../src/page/secrets.ts';
import { ArtifactView } from '../src/page/views/artifact-view.tsx';
import { ContentBlocks } from '../src/page/views/content-blocks.tsx';

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

const link = {
  type: 'resource_link',
  uri: 'https://files.example/report.pdf',
  name: 'report',
  mimeType: 'application/pdf',
};

test('a file is the result only if the tool returned nothing else', () => {
  const artifact = { url: link.uri, content_type: link.mimeType };
  const content = [{ type: 'text', text: 'The report is ready.' }, link];
  const resultOfFile = readToolResult({ content, _meta: { 'org.opentoolcalling/result': { kind: 'none', artifact } } });
  expect(resultOfFile.artifact).toEqual({ url: link.uri, contentType: link.mimeType });
  const resultWithLink = readToolResult({ content, structuredContent: { pages: 3 } });
  expect(resultWithLink).toEqual({ kind: 'value', value: { pages: 3 }, content, artifact: undefined });
});

test('a link in content is a card, and blocks without a card have a note', () => {
  const shown = (count: number): unknown[] =>
    ContentBlocks({
      blocks: Array.from({ length: count }, () => link),
      credentials: {},
      filter: createSecretFilter([]),
    }).props.children as unknown[];
  expect(shown(1)).toMatchObject([
    [{ type: ArtifactView, props: { url: link.uri, contentType: link.mimeType } }],
    false,
  ]);
  expect(JSON.stringify(shown(51)[1])).toContain('content blocks are shown');
});
