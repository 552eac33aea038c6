import { cpuMs, doublings, hostileSchema, maxHostileMs } from '@toolwire/internal/testing';
import { describe, expect, test } from 'vitest';
import { openAiStrict } from '../src/index.ts';
import { strictInput } from '../src/schema/strict-input.ts';

describe('a schema of a remote server that expands to a billion parts', () => {
  test.each(Object.entries(doublings))('has no strict form, which is detected at once: %s', (_, form) => {
    const ms = cpuMs(() => {
      expect(strictInput(hostileSchema(form), openAiStrict)).toEqual({
        ok: false,
        problems: [{ pointer: '', message: 'The schema has more than 20000 parts after references are resolved.' }],
      });
    });
    expect(ms).toBeLessThan(maxHostileMs);
  });

  test('is read as written if it has fewer parts: each definition once, and each problem once', () => {
    const unclear = { type: 'object', properties: { x: { type: ['string', 'null'] } } };
    const $defs = {
      a: unclear,
      b: doublings.members({ $ref: '#/$defs/a' }),
      c: doublings.members({ $ref: '#/$defs/b' }),
    };
    const schema = { type: 'object', properties: { a: { $ref: '#/$defs/c' }, b: { $ref: '#/$defs/c' } }, $defs };
    const form = strictInput(schema, openAiStrict);
    const messages = form.ok ? [] : form.problems.map(({ message }) => message);
    expect(messages.filter((message) => message.startsWith("'x' is optional and may be null"))).toHaveLength(1);
  });
});
