import type { Direction } from '../libraries/standard-schema.ts';
import type { Draft } from './draft.ts';
import type { Zod3Check } from './zod3-definition.ts';

// A time of zod has no zone, and need not have seconds.
const timePattern = String.raw`^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?$`;

/** The formats for which zod 3 takes more than they allow. */
export const looseKinds: ReadonlySet<string> = new Set(['datetime', 'duration', 'url']);

/** Publishes what zod 3 checks in the place of formats that say something else (seen in 3.25.76 with zod-to-json-schema 3.25.2). */
export function correctFormat(draft: Draft, { kind, offset, local }: Zod3Check, direction: Direction): void {
  if (kind === 'time' && draft['format'] === 'time') {
    delete draft['format'];
    draft['pattern'] ??= timePattern;
  } else if (direction === 'output' && looseKinds.has(kind)) {
    delete draft['format'];
  } else if (kind === 'datetime' && offset !== true && local !== true) {
    draft['pattern'] ??= 'Z$';
  }
}
