import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readCosts } from '../../benchmarks/src/scale/measured-costs.ts';
import { withTables } from '../../benchmarks/src/scale/model-page.ts';
import { simulationTables } from '../../benchmarks/src/scale/simulation/simulation-tables.ts';
import { root } from '../packages.mjs';

it('the scale page has the simulated tables of the measured costs', {
  timeout: 120_000,
}, () => {
  const page = readFileSync(join(root, 'docs/scale.md'), 'utf8');
  expect(page).toBe(withTables(page, simulationTables(readCosts())));
});
