import type { FailedOutcome, JsonValue, ToolDefinition, ValueOutcome } from '@toolwire/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { askingCall, createEndpoint, legacy, modern, readAnswer } from './support/http.ts';
import { fitsSchema, legacyRevisions, type Revision } from './support/schemas.ts';
import { createTestService } from './support/service.ts';
import { tool } from './support/tools.ts';

const revisions: readonly Revision[] = [...legacyRevisions, '2026-07-28'];

/** The result of a call in Open Tool Calling. */
type OtcResult =
  | { readonly success: true; readonly value: unknown }
  | { readonly success: false; readonly error: Readonly<Record<string, unknown>> };

interface Origin {
  readonly kind: string;
  readonly blocks?: true;
  readonly wrapped?: true;
  readonly error?: Readonly<Record<string, unknown>>;
}

/** Decodes an MCP result: the reference for converters in the other direction. */
function fromMcp(result: Readonly<Record<string, unknown>>): OtcResult {
  const meta = result['_meta'] as { readonly 'org.opentoolcalling/result': Origin };
  const { kind, wrapped, blocks, error } = meta['org.opentoolcalling/result'];
  if (result['isError'] === true) return { success: false, error: error ?? {} };
  const { structuredContent, content } = result;
  if (structuredContent !== undefined) {
    const { result: inner } = Object(structuredContent) as { readonly result?: unknown };
    return { success: true, value: wrapped === true ? inner : structuredContent };
  }
  if (kind === 'none') return { success: true, value: null };
  if (blocks === true) return { success: true, value: { content } };
  // In revisions without structured content, the text is the value.
  const [block] = content as readonly { readonly text: string }[];
  const text = block?.text ?? '';
  return { success: true, value: kind === 'string' ? text : (JSON.parse(text) as unknown) };
}

/** Returns one outcome after the other from one tool. */
function endpointFor(revision: Revision, definition: ToolDefinition) {
  let outcome: ValueOutcome | FailedOutcome = { kind: 'value', value: null };
  const service = createTestService([definition], { answer: () => outcome });
  const [info] = service.page().tools;
  const endpoint = createEndpoint(service);
  return {
    answer: async (next: ValueOutcome | FailedOutcome) => {
      outcome = info === undefined ? next : { ...next, tool: info };
      const { message } = await endpoint.post(...askingCall(revision, 'Test_Any'));
      return message.result ?? {};
    },
    outputSchema: async () => {
      const list = revision === '2026-07-28' ? modern('tools/list') : legacy(revision, 'tools/list');
      const { message } = await endpoint.post(...list);
      const [listed] = (message.result?.['tools'] ?? []) as { readonly outputSchema?: object }[];
      return listed?.outputSchema;
    },
  };
}

const anything = tool('Test.Any', () => null);
const block = fc.oneof(
  fc.record({ type: fc.constant('text'), text: fc.oneof(fc.string(), fc.json()) }),
  fc.record({ type: fc.constant('image'), data: fc.base64String(), mimeType: fc.constant('image/png') }),
);
const json = fc.oneof(
  fc.jsonValue() as fc.Arbitrary<JsonValue>,
  fc.record({ content: fc.array(block) }) as fc.Arbitrary<JsonValue>,
);
const failure = fc.record(
  {
    message: fc.string({ minLength: 1 }).filter((message) => message.trim() !== ''),
    developerMessage: fc.uuid(),
    canRetry: fc.boolean(),
    additionalPromptContent: fc.string(),
    retryAfterMs: fc.nat(),
  },
  { requiredKeys: ['message', 'developerMessage'] },
);

// JSON can't represent negative zero.
function asSent(value: JsonValue): unknown {
  return JSON.parse(JSON.stringify(value));
}

describe.each(revisions)('over MCP of %s', (revision) => {
  test('law 1: every value is restored unchanged', async () => {
    const { answer } = endpointFor(revision, anything);
    await fc.assert(
      fc.asyncProperty(json, async (value) => {
        expect(fromMcp(await answer({ kind: 'value', value }))).toEqual({ success: true, value: asSent(value) });
      }),
      { numRuns: 200 },
    );
  });

  test('laws 1 and 3: every failure is restored without its developer message', async () => {
    const { answer } = endpointFor(revision, anything);
    await fc.assert(
      fc.asyncProperty(failure, async (original) => {
        const result = await answer({ kind: 'failed', failure: original });
        const { message, developerMessage, canRetry = false, additionalPromptContent, retryAfterMs } = original;
        expect(fromMcp(result)).toEqual({
          success: false,
          error: {
            message,
            can_retry: canRetry,
            ...(additionalPromptContent !== undefined && { additional_prompt_content: additionalPromptContent }),
            ...(retryAfterMs !== undefined && { retry_after_ms: retryAfterMs }),
          },
        });
        expect(JSON.stringify(result)).not.toContain(developerMessage);
      }),
      { numRuns: 100 },
    );
  });

  test.each<readonly [object, fc.Arbitrary<JsonValue>]>([
    [{ type: 'number' }, fc.integer()],
    [{ type: 'array', items: { type: 'string' } }, fc.array(fc.string())],
    [{ type: ['object', 'null'] }, fc.constantFrom(null, { result: 1 })],
    [{ type: 'object' }, fc.dictionary(fc.string(), fc.integer())],
    [{ enum: ['a', 1, null] }, fc.constantFrom('a', 1, null)],
    [{ type: 'object', properties: { a: true, b: false } }, fc.record({ a: json })],
    [{ type: 'array', items: { type: 'object', properties: { a: true } } }, fc.array(fc.record({ a: json }))],
    [
      {
        type: 'object',
        properties: { a: { $ref: '#/$defs/text' } },
        required: ['a'],
        $defs: { text: { type: 'string' } },
      },
      fc.record({ a: fc.string() }),
    ],
    [{ type: 'array', items: { $ref: '#/$defs/text' }, $defs: { text: { type: 'string' } } }, fc.array(fc.string())],
  ])('law 4: values that match the schema of a tool match the listed schema: %j', async (output, values) => {
    const { answer, outputSchema } = endpointFor(revision, { ...anything, output: { ...output } });
    const schema = await outputSchema();
    await fc.assert(
      fc.asyncProperty(values, async (value) => {
        const result = await answer({ kind: 'value', value });
        if (schema === undefined) expect(result).not.toHaveProperty('structuredContent');
        else expect(fitsSchema(schema, result['structuredContent'])).toBe(true);
        expect(fromMcp(result)).toEqual({ success: true, value: asSent(value) });
      }),
      { numRuns: 10 },
    );
  });

  test('law 5: any JSON gets a response', async () => {
    const endpoint = createEndpoint(createTestService([anything]));
    const headers = { 'mcp-protocol-version': revision };
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const { status } = await readAnswer(await endpoint.open(value, { headers }));
        expect([200, 202, 400, 404]).toContain(status);
      }),
      { numRuns: 100 },
    );
    const message = fc.record(
      {
        jsonrpc: fc.constantFrom('2.0', '1.0'),
        id: fc.oneof(fc.integer(), fc.string(), fc.jsonValue()),
        method: fc.oneof(
          fc.constantFrom('tools/call', 'tools/list', 'initialize', 'subscriptions/listen'),
          fc.string(),
        ),
        params: fc.oneof(
          fc.jsonValue(),
          fc.record({ name: fc.jsonValue(), arguments: fc.jsonValue(), _meta: fc.jsonValue(), cursor: fc.jsonValue() }),
        ),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(message, async (value) => {
        const { status } = await readAnswer(await endpoint.open(value, { headers }));
        expect([200, 202, 400, 404]).toContain(status);
      }),
      { numRuns: 200 },
    );
  });
});
