import { describe, expect, test } from 'vitest';
import { compareSchemas } from '../src/index.ts';
import { schemaPairs } from './schema-pairs.ts';

describe('whether every value of one schema is accepted by another', () => {
  test.each(schemaPairs)('$name: $verdict', ({ first, second, verdict }) => {
    const found = compareSchemas(first, second);
    expect(found, JSON.stringify(found)).toMatchObject({ verdict });
  });
});
