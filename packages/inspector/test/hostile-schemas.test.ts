import { resolveSchema, variantsOf } from '@toolwire/internal/json-schema';
import { cpuMs, doublings, hostileSchema, maxHostileMs } from '@toolwire/internal/testing';
import { expect, test } from 'vitest';

test.each(Object.entries(doublings))(
  'the form of a schema that expands to a billion parts is rendered at once: %s',
  (_, form) => {
    const schema = hostileSchema(form);
    const ms = cpuMs(() => expect(variantsOf(resolveSchema(schema, schema), schema).length).toBeLessThanOrEqual(200));
    expect(ms).toBeLessThan(maxHostileMs);
  },
);
