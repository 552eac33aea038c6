import { describe, expect, test } from 'vitest';
import { compareSchemas } from '../../src/json-schema/index.ts';
import { schemaPairs } from './schema-pairs.ts';

describe('compareSchemas', () => {
  test.each(schemaPairs)('$name: $verdict', ({ first, second, verdict }) => {
    const found = compareSchemas(first, second);
    expect(found, JSON.stringify(found)).toMatchObject({ verdict });
  });
});
