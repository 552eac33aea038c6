import type { OddSchema } from './odd-schema.ts';

/** An input with one required parameter, `it`. */
export function oneParameter(schema: object, valid: readonly unknown[], wrong: readonly unknown[]): OddSchema {
  const input = { type: 'object', properties: { it: schema }, required: ['it'] };
  return { input, valid: valid.map((it) => ({ it })), wrong: wrong.map((it) => ({ it })) };
}
