import { cpuMs, doublings, hostileSchema, maxHostileMs } from '@toolwire/internal/testing';
import { expect, test } from 'vitest';
import { sensitiveValues } from '../src/sensitive-values.ts';

test.each(Object.entries(doublings))(
  'the sensitive values of a schema that expands to a billion parts are found at once: %s',
  (_, form) => {
    const schema = hostileSchema(form, { type: 'object', properties: { key: { type: 'string', writeOnly: true } } });
    const value = (levels: number): object => (levels === 0 ? { key: 'canary' } : { a: value(levels - 1) });
    const ms = cpuMs(() =>
      expect(sensitiveValues(schema, value(form === doublings.members ? 30 : 0))).toEqual(['canary']),
    );
    expect(ms).toBeLessThan(maxHostileMs);
  },
);
