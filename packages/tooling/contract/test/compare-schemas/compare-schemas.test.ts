import { measureCpu } from '@toolwire/internal/testing';
import { describe, expect, test } from 'vitest';
import { compareSchemas, type JsonSchema } from '../../src/index.ts';
import { schemaPairs } from './schema-pairs.ts';

describe('compareSchemas', () => {
  test.each(schemaPairs)('$name: $verdict', ({ first, second, verdict }) => {
    const found = compareSchemas(first, second);
    expect(found, JSON.stringify(found)).toMatchObject({ verdict });
  });

  test('the path of a gap is in the notation of the author, also below unnamed properties', () => {
    const lists = (items: JsonSchema): JsonSchema => ({ additionalProperties: { type: 'array', items } });
    const pathOf = (narrow: JsonSchema, wide: JsonSchema): string | undefined => {
      const inclusion = compareSchemas(narrow, wide);
      return inclusion.verdict === 'yes' ? undefined : inclusion.path;
    };
    expect(pathOf(lists({ type: 'string' }), lists({ type: 'number' }))).toBe('*[]');
    expect(pathOf(lists(lists({ type: 'string' })), lists(lists({ type: 'number' })))).toBe('*[].*[]');
  });

  test.each([
    [60, ['account', 'created', 'id', 'object', 'type']],
    [100, ['type', 'id']],
  ])('%i alternatives that the constant `type` distinguishes are compared: %j', (count, required) => {
    const union = (other: JsonSchema): JsonSchema => ({
      oneOf: Array.from({ length: count }, (_, index) => ({
        type: 'object',
        properties: Object.fromEntries(
          required.map((name) => [name, name === 'type' ? { const: `event.${index}` } : other]),
        ),
        required,
      })),
    });
    const found = compareSchemas(union({ type: 'string', maxLength: 5 }), union({ type: 'string' }));
    expect(found).toEqual({ verdict: 'yes' });
  });

  test('many alternatives at once take a limited number of steps', () => {
    const alternatives = Array.from({ length: 12 }, (_, index) => ({
      anyOf: [{ required: [`a${index}`] }, { required: [`b${index}`] }],
    }));
    const { ms, result } = measureCpu(() => compareSchemas({ type: 'object' }, { not: { allOf: alternatives } }));
    expect(result).toMatchObject({ verdict: 'unknown', reason: 'the schemas take too many steps to compare' });
    expect(ms).toBeLessThan(20_000);
  });

  test('a proof that takes too many steps does not hide the reason of another gap', () => {
    const alternatives = Array.from({ length: 12 }, (_, index) => ({
      anyOf: [{ required: [`a${index}`] }, { required: [`b${index}`] }],
    }));
    const hard = { not: { allOf: alternatives } };
    const wide = { allOf: [{ anyOf: [hard, { type: 'object' }] }, { required: ['x'] }] };
    expect(compareSchemas({ type: 'object' }, wide)).toMatchObject({ path: 'x', reason: 'it is required' });
    expect(compareSchemas({ type: 'object' }, { anyOf: [hard, { type: 'null' }] })).toMatchObject({
      reason: 'the schemas take too many steps to compare',
    });
    const conditional = { if: { required: ['y'] }, then: hard };
    expect(compareSchemas({ type: 'object' }, { anyOf: [conditional, { type: 'null' }] })).toMatchObject({
      reason: 'the schemas take too many steps to compare',
    });
  });
});
