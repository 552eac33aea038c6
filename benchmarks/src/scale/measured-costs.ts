import { readFileSync } from 'node:fs';
import type { Section } from '../figure.ts';
import { connectionName, costNames, manyTitle, scaleTitle } from './cost-names.ts';

/** The measured cost of one call, key, connection or process, in the units of the figures. */
export type MeasuredCosts = { readonly [Name in keyof typeof costNames | 'connectionBytes']: number };

/** Reads the output of `--only scale,many --json`, by default from the file next to the README of this package. */
export function readCosts(file: URL = new URL('../../scale.json', import.meta.url)): MeasuredCosts {
  const { sections } = JSON.parse(readFileSync(file, 'utf8')) as { readonly sections: readonly Section[] };
  const valueOf = (title: string, name: string): number => {
    const found = sections.find((one) => one.title === title)?.figures.find((one) => one.name === name);
    if (found === undefined) throw new RangeError(`${file.pathname} has no '${name}' below '${title}'.`);
    return found.value;
  };
  const entries = Object.entries(costNames).map(([key, name]) => [key, valueOf(manyTitle, name)] as const);
  return {
    ...(Object.fromEntries(entries) as Readonly<Record<keyof typeof costNames, number>>),
    connectionBytes: valueOf(scaleTitle, connectionName),
  };
}
