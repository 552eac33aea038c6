import { cpuMs, doublings, hostileSchema, maxHostileMs } from '@toolwire/internal/testing';
import { describe, expect, test } from 'vitest';
import { portableInput } from '../../src/portability/portable-input.ts';
import { portableToolInput } from '../../src/portability.ts';

describe('a schema of a remote server that expands to a billion parts', () => {
  test.each(Object.entries(doublings))('is converted to a portable form quickly: %s', (_, form) => {
    const ms = cpuMs(() => expect(portableInput(hostileSchema(form))).toMatchObject({ type: 'object' }));
    expect(ms).toBeLessThan(maxHostileMs);
  });

  test.each(Object.entries(doublings))('is read once where it is the schema as its author wrote it: %s', (_, form) => {
    const tool = { inputSchema: { type: 'object' }, inputDocument: hostileSchema(form) };
    const ms = cpuMs(() =>
      expect(portableToolInput(tool)).toEqual({ type: 'object', properties: {}, additionalProperties: false }),
    );
    expect(ms).toBeLessThan(maxHostileMs);
  });

  test('is left open at the root', () => {
    const { $defs: _, ...portable } = portableInput({
      ...hostileSchema(doublings.allOf),
      properties: { a: { type: 'string' } },
    });
    expect(portable).toEqual({ type: 'object', properties: { a: { type: 'string' } } });
  });
});
