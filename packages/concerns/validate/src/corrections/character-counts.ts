import type { Draft } from './draft.ts';

/**
 * Takes one emoji for the two characters that a library may have counted, and JSON Schema does not: valibot
 * (open-circle/valibot#1505), zod 3.25.76, arktype 2.2.9.
 */
export function countCharacters(draft: Draft): void {
  const { minLength } = draft;
  if (typeof minLength === 'number') {
    draft['minLength'] = Math.ceil(minLength / 2);
  }
}
