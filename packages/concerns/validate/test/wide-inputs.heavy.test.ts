import { cpuMs } from '@toolwire/internal/testing';
import { describe, expect, it } from 'vitest';
import { ajv } from '../src/ajv.ts';
import { compileInput } from '../src/index.ts';
import { noEval } from '../src/no-eval.ts';
import { checkInput, errorsOf } from './sync-checks.ts';

describe('CASE-20, CASE-21: deep and wide inputs', () => {
  const schema = {
    type: 'object',
    properties: {
      unique: { type: 'array', uniqueItems: true },
      closed: { type: 'object', additionalProperties: false },
      word: { type: 'string', pattern: '^[a-z]+$' },
    },
  };

  it.each([
    ['ajv', ajv()],
    ['no-eval', noEval()],
  ])('are checked in linear time by %s', (_, validator) => {
    const compiled = compileInput(schema, { validator, maxPatternLength: 2_000_000 });
    const list = Array.from({ length: 200_000 }, (_item, index) => ({ index }));
    const many = Object.fromEntries(Array.from({ length: 120_000 }, (_item, index) => [`k${index}`, 1]));
    const ms = cpuMs(() => {
      expect(checkInput(compiled, { unique: list })).toMatchObject({ ok: true });
      expect(errorsOf(compiled, { unique: [...list, { index: 7 }] })['unique']).toContain('same item twice');
      expect(errorsOf(compiled, { closed: many })['closed']).toContain('is not a known field');
      expect(errorsOf(compiled, { word: `${'a'.repeat(1_000_000)}!` })['word']).toContain('Must match the pattern');
    });
    // Comparing each item with all others takes minutes.
    expect(ms).toBeLessThan(30_000);
  });
});
