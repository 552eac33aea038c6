import { describe, expect, test } from 'vitest';
import { createEndpoint, legacy, modern, requestsResultMeta } from './support/http.ts';
import { legacyRevisions, type Revision } from './support/schemas.ts';
import { createTestService } from './support/service.ts';
import { add, echo, failing, silent, tool } from './support/tools.ts';

const page = '# Title\n"x"';
const serverInfo = { name: 'pages', version: '1.0.0' };
const service = createTestService([
  add,
  echo,
  failing,
  silent,
  tool('Page.Read', () => page),
  tool('Page.Typed', () => page, { output: { type: 'string' } }),
  tool('Page.Count', () => 3),
  tool('Page.Meta', () => ({ words: 2 })),
]);
const endpoint = createEndpoint(service, { serverInfo });

/** The exact result of a call. Without `meta` the client requests no outcome. */
async function resultOf(revision: Revision, name: string, args: object = {}, meta?: object, at = endpoint) {
  const params = { name, arguments: args };
  const { message } = await at.post(
    ...(revision === '2026-07-28'
      ? modern('tools/call', params, { ...(meta && { meta }) })
      : legacy(revision, 'tools/call', { ...params, ...(meta && { _meta: meta }) })),
  );
  return message.result;
}

const text = (words: string): object => ({ content: [{ type: 'text', text: words }] });
const identity = { 'io.modelcontextprotocol/serverInfo': serverInfo };

/** The members of every result in a revision. */
const around: Readonly<Record<Revision, object>> = {
  '2024-11-05': {},
  '2025-03-26': {},
  '2025-06-18': {},
  '2025-11-25': {},
  '2026-07-28': { resultType: 'complete', _meta: identity },
};

const everyRevision: readonly Revision[] = [...legacyRevisions, '2026-07-28'];

/** The structured content, which 2024-11-05 and 2025-03-26 lack, 2025-06-18 and 2025-11-25 wrap, and 2026-07-28 sends unchanged. */
function structured(revision: Revision, value: unknown): object {
  if (revision < '2025-06-18') return {};
  if (revision === '2026-07-28' || (typeof value === 'object' && value !== null)) return { structuredContent: value };
  return { structuredContent: { result: value } };
}

describe.each(everyRevision)('the complete result for a client of %s', (revision) => {
  test('ANS-01: a string from a tool without an output schema is sent once, as text', async () => {
    expect(await resultOf(revision, 'Page_Read')).toEqual({ ...text(page), ...around[revision] });
  });

  test('ANS-01: a string that looks like JSON is sent as text', async () => {
    for (const value of ['5', 'null', '{"a":1}', '[1]', '"x"', '']) {
      expect(await resultOf(revision, 'Test_Echo', { value })).toEqual({ ...text(value), ...around[revision] });
    }
  });

  test('ANS-02: a string with a listed schema is also structured where the revision requires it', async () => {
    expect(await resultOf(revision, 'Page_Typed')).toEqual({
      ...text(page),
      ...structured(revision, page),
      ...around[revision],
    });
  });

  test.each([
    ['Page_Count', 3],
    ['Page_Meta', { words: 2 }],
  ])('data is text, and structured content where supported: %s', async (name, value) => {
    expect(await resultOf(revision, name)).toEqual({
      ...text(JSON.stringify(value)),
      ...structured(revision, value),
      ...around[revision],
    });
  });

  test('no output is empty content', async () => {
    expect(await resultOf(revision, 'Test_Silent')).toEqual({ content: [], ...around[revision] });
  });

  test('ANS-04: a failure has its hints only in its text', async () => {
    const words = 'No answer\n\nAsk for fewer rows.\n\nThe call may be tried again in 2 seconds.';
    expect(await resultOf(revision, 'Test_Failing')).toEqual({ ...text(words), isError: true, ...around[revision] });
  });

  test('ANS-03: invalid arguments are a result for the model', async () => {
    expect(await resultOf(revision, 'Calculator_Add', { a: 'x', b: 2 })).toEqual({
      ...text('Some input parameters are invalid\na: Must be a number, got the string "x"'),
      isError: true,
      ...around[revision],
    });
  });

  test('ANS-04: the outcome is in _meta for clients that request it', async () => {
    expect(await resultOf(revision, 'Page_Read', {}, requestsResultMeta)).toEqual({
      ...text(page),
      ...around[revision],
      _meta: {
        'org.opentoolcalling/result': {
          v: 1,
          call_id: expect.any(String) as string,
          tool_id: 'Page.Read@1.0.0',
          duration: expect.any(Number) as number,
          kind: 'string',
        },
        ...(revision === '2026-07-28' && identity),
      },
    });
  });

  test('ANS-04: only the value true requests the outcome', async () => {
    for (const value of [false, 'true', 1, {}, null]) {
      const result = await resultOf(revision, 'Page_Read', {}, { 'org.opentoolcalling/result': value });
      expect(result).toEqual({ ...text(page), ...around[revision] });
    }
  });
});
