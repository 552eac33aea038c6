import type { JsonObject, JsonValue, ToolInfo } from '@toolwire/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arcadeToMcp, arcadeToOtc, mcpToArcade, mcpToOtc, otcToArcade, otcToMcp } from '../src/index.ts';

const revisions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as JsonValue);
const someText = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '');
const success = fc.record({ value: json, duration: fc.option(fc.nat(), { nil: undefined }) });
const error = fc.record(
  {
    message: someText,
    can_retry: fc.boolean(),
    additional_prompt_content: someText,
    retry_after_ms: fc.nat(),
    developer_message: fc.uuid(),
  },
  { requiredKeys: ['message'] },
);

/** Any response of Open Tool Calling. */
const response: fc.Arbitrary<JsonObject> = fc
  .tuple(someText, fc.oneof(success, error))
  .map(([call_id, outcome]): JsonObject => {
    if ('message' in outcome) return { call_id, success: false, error: present(outcome) };
    const { value, duration } = outcome;
    return { call_id, ...(duration === undefined ? {} : { duration }), success: true, value };
  });

function present(fields: object): JsonObject {
  return JSON.parse(JSON.stringify(fields)) as JsonObject;
}

function withoutDeveloperMessage(outcome: JsonObject): JsonObject {
  const failure = outcome['error'] as JsonObject | undefined;
  if (failure === undefined) return outcome;
  const { developer_message: _secret, ...rest } = failure;
  // OTC-RESP-08: absent means no.
  return { ...outcome, error: { can_retry: false, ...rest } };
}

function infoOf(outputSchema: ToolInfo['outputSchema']): ToolInfo {
  return { id: 'Test.Any', version: '1.0.0', name: 'Test_Any', description: '.', inputSchema: {}, outputSchema };
}

describe('a conversion and its reverse (CONV-03)', () => {
  test.each(revisions)('law 1: fromMcp(toMcp(r)) is r, except for messages for developers: %s', (revision) => {
    fc.assert(
      fc.property(response, (outcome) => {
        const { result } = otcToMcp(outcome, { revision });
        expect(mcpToOtc(result).result).toEqual(withoutDeveloperMessage(outcome));
      }),
      { numRuns: 300 },
    );
  });

  test.each(['strict', 'worker'] as const)('law 2: fromArcade(toArcade(r)) is r: %s', (profile) => {
    fc.assert(
      fc.property(response, (outcome) => {
        const { result } = otcToArcade(outcome, { profile });
        const failure = outcome['error'] as JsonObject | undefined;
        const expected: JsonObject =
          failure === undefined ? outcome : { ...outcome, error: { can_retry: false, ...failure } };
        const { duration, ...back } = arcadeToOtc(result).result;
        const { duration: sent, ...rest } = expected;
        expect(back).toEqual(rest);
        // Workers always name a duration.
        expect(duration).toBe(profile === 'worker' ? (sent ?? 0) : sent);
      }),
      { numRuns: 300 },
    );
  });

  test('law 3: an MCP result contains no message for developers, and losses lists it', () => {
    fc.assert(
      fc.property(error, fc.constantFrom(...revisions), (failure, revision) => {
        const { result, losses, extras } = otcToMcp(
          { call_id: 'c', success: false, error: present(failure) },
          { revision },
        );
        if (failure.developer_message === undefined) return;
        expect(JSON.stringify(result)).not.toContain(failure.developer_message);
        expect(losses).toContain('error.developer_message');
        expect(extras).toEqual({ 'error.developer_message': failure.developer_message });
      }),
    );
  });

  test.each([
    [{ type: 'object', properties: { a: { type: 'number' } } }, fc.record({ a: fc.nat() })],
    [{ type: 'array', items: { type: 'integer' } }, fc.array(fc.nat())],
    [{ type: 'string' }, fc.string()],
    [{ type: ['string', 'null'] }, fc.option(fc.string())],
    [{ type: 'boolean' }, fc.boolean()],
  ] as readonly [JsonObject, fc.Arbitrary<JsonValue>][])(
    'law 4: structured content matches the published schema: %j',
    (schema, values) => {
      const ajv = new Ajv2020();
      const fits = ajv.compile(schema);
      const fitsWrapped = ajv.compile({ type: 'object', properties: { result: schema }, required: ['result'] });
      fc.assert(
        fc.property(values, (value) => {
          const tool = infoOf(schema);
          const outcome = { call_id: 'c', success: true, value };
          const modern = otcToMcp(outcome, { tool }).result;
          expect(fits(modern['structuredContent'])).toBe(true);
          const before = otcToMcp(outcome, { tool, revision: '2025-11-25' }).result;
          expect((schema['type'] === 'object' ? fits : fitsWrapped)(before['structuredContent'])).toBe(true);
          for (const result of [modern, before]) expect(mcpToOtc(result, { tool }).result).toEqual(outcome);
        }),
      );
    },
  );

  test('law 5: conversions never throw, and return readable results', () => {
    const anything = fc.oneof(
      fc.anything(),
      fc.record({ output: fc.anything(), success: fc.anything(), execution_id: fc.anything() }),
      fc.record({
        output: fc.record({
          error: fc.anything(),
          value: json,
          artifact: fc.anything(),
          requires_authorization: fc.anything(),
        }),
      }),
      fc.record({ success: fc.boolean(), error: fc.anything(), value: json, duration: fc.anything() }),
      fc.record({
        content: fc.array(fc.anything()),
        structuredContent: json,
        isError: fc.anything(),
        _meta: fc.anything(),
      }),
      fc.record({
        resultType: fc.constantFrom('task', 'input_required', 'new', 'complete'),
        inputRequests: fc.anything(),
      }),
    );
    fc.assert(
      fc.property(anything, (input) => {
        for (const convert of [arcadeToOtc, mcpToOtc]) {
          expect(typeof convert(input).result['success']).toBe('boolean');
          expect(typeof convert(input).result['call_id']).toBe('string');
        }
        for (const convert of [otcToArcade, mcpToArcade]) {
          expect(typeof convert(input).result['execution_id']).toBe('string');
        }
        for (const convert of [otcToMcp, arcadeToMcp]) {
          expect(Array.isArray(convert(input).result['content'])).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});
