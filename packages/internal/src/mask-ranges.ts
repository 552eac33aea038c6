/** What stands in the place of what is masked. */
export const mask = '[masked]';

/** A part of a text, from its first character to behind its last one. */
export interface Range {
  readonly from: number;
  to: number;
}

/** Masks parts of a text; those that touch or overlap become one mask: of two secrets in each other, no end may stay. */
export function maskRanges(text: string, ranges: readonly Range[]): string {
  let masked = '';
  let end = -1;
  for (const { from, to } of [...ranges].sort((a, b) => a.from - b.from)) {
    if (from > end) masked += text.slice(Math.max(end, 0), from) + mask;
    end = Math.max(end, to);
  }
  return masked + text.slice(end);
}
