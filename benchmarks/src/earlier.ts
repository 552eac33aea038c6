import { readFileSync } from 'node:fs';
import type { Figure, Section } from './figure.ts';

/** The figures of a section, each with what it was before, where it was measured then. */
export type WithBefore = (section: Section) => readonly Figure[];

/** Reads the figures of an earlier run, as `--json` has written them; without a file there are none. */
export function readEarlier(path: string | undefined): WithBefore {
  if (path === undefined) return ({ figures }) => figures;
  const { sections } = JSON.parse(readFileSync(path, 'utf8')) as { readonly sections: readonly Section[] };
  return ({ title, figures }) => {
    const earlier = sections.find((section) => section.title === title)?.figures ?? [];
    const values = new Map(earlier.map((one, place) => [keyOf(earlier, place), one.value]));
    return figures.map((one, place) => {
      const before = values.get(keyOf(figures, place));
      return before === undefined ? one : { ...one, before };
    });
  };
}

/** Identifies a row within its section. An indented row belongs to the row above it. */
function keyOf(figures: readonly Figure[], place: number): string {
  const { name = '', unit } = figures[place] ?? {};
  const above = figures.slice(0, place).findLast((one) => !one.name.startsWith(' '));
  return `${name.startsWith(' ') ? above?.name : ''} ${name} ${unit}`;
}
