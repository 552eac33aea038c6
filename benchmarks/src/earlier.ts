import { readFileSync } from 'node:fs';
import type { Figure, Section } from './figure.ts';

/** A figure with what it was before, where it was measured then. */
export type WithBefore = (title: string, one: Figure) => Figure;

/** Reads the figures of an earlier run, as `--json` has written them; without a file there are none. */
export function readEarlier(path: string | undefined): WithBefore {
  if (path === undefined) return (_title, one) => one;
  const { sections } = JSON.parse(readFileSync(path, 'utf8')) as { readonly sections: readonly Section[] };
  return (title, one) => {
    const earlier = sections
      .find((section) => section.title === title)
      ?.figures.find(({ name, unit }) => name === one.name && unit === one.unit);
    return earlier === undefined ? one : { ...one, before: earlier.value };
  };
}
