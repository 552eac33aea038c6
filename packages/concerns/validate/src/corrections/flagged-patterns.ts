import { flaggedPatternMark } from '../publish/library-patterns.ts';
import { compiles } from '../publish/portable-pattern.ts';
import type { Draft } from './draft.ts';

/** What matters of a regular expression. */
export type Expression = Pick<RegExp, 'source' | 'flags'>;

/**
 * Takes back a pattern whose flags change what it matches, which JSON Schema has no form for (OTC-RESP-05). All libraries
 * write the source alone: zod 4.6.7, valibot 1.5.0, arktype 2.2.9, zod-to-json-schema (StefanTerdell/zod-to-json-schema#116).
 */
export function removeFlagged(draft: Draft, { source, flags }: Expression): void {
  // Without the u flag, `\p` is the letter p; what compiles only without it is left to the warning.
  const isMisread = !flags.includes('u') && /\\(?:[pP]|u\{)/.test(source) && compiles(source);
  if (!/[imsv]/.test(flags) && !isMisread) {
    return;
  }
  const parts = Array.isArray(draft['allOf']) ? (draft['allOf'] as Draft[]) : [];
  for (const part of [draft, ...parts]) {
    if (part['pattern'] === source) {
      delete part['pattern'];
      part[flaggedPatternMark] = source;
    }
  }
}
