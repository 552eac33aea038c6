import { readFileSync, writeFileSync } from 'node:fs';
import type { Section } from '../figure.ts';
import type { BenchOptions } from '../options.ts';
import { readCosts } from './measured-costs.ts';
import { modelTables } from './model-tables.ts';
import { simulationTables } from './simulation/simulation-tables.ts';
import { taskTables } from './task-tables.ts';

const page = new URL('../../../docs/scale.md', import.meta.url);

/** Prints what the measured costs come to for up to a million calls a second, and how long calls then wait; with `--write` into docs/scale.md. */
export async function scaleModel({ write }: BenchOptions): Promise<Section> {
  const costs = readCosts();
  const tables = { ...modelTables(costs), ...taskTables(costs), ...simulationTables(costs) };
  if (write) writeFileSync(page, withTables(readFileSync(page, 'utf8'), tables));
  return {
    title: 'A model of many processes',
    about:
      'What the costs in benchmarks/scale.json come to, multiplied and simulated; docs/scale.md says what is assumed.',
    figures: [],
    text: Object.values(tables).join('\n\n'),
  };
}

/** The page with these tables, each between the marks that have its name. */
export function withTables(text: string, tables: Readonly<Record<string, string>>): string {
  return Object.entries(tables).reduce((written, [name, table]) => {
    const place = new RegExp(`(<!-- scale ${name}:[^\\n]*-->\\n)[^]*?(<!-- /scale ${name} -->)`);
    if (!place.test(written)) throw new Error(`docs/scale.md has no place for the table '${name}'.`);
    return written.replace(place, (_, before: string, after: string) => `${before}\n${table}\n\n${after}`);
  }, text);
}
