import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readCosts } from '../../benchmarks/src/scale/measured-costs.ts';
import { limitsOfOne, needsOf, usual } from '../../benchmarks/src/scale/model.ts';
import { withTables } from '../../benchmarks/src/scale/model-page.ts';
import { modelTables } from '../../benchmarks/src/scale/model-tables.ts';
import { cellsRows, waitingRows } from '../../benchmarks/src/scale/simulation/simulation-tables.ts';
import { root } from '../packages.mjs';

const page = readFileSync(join(root, 'docs/scale.md'), 'utf8');
const costs = readCosts();

it('the scale page has the tables of the measured costs', () => {
  expect(page).toBe(withTables(page, modelTables(costs)));
});

it('the scale page has the simulated rows, of which some are checked here', () => {
  for (const rows of [waitingRows(costs), cellsRows(costs)]) {
    for (const row of [rows.at(0), rows.at(4)]) expect(page).toContain(`| ${row?.().join(' | ')} |`);
  }
});

it('a page without a placeholder for a table is rejected', () => {
  expect(() => withTables('# Scale\n', modelTables(costs))).toThrow(
    "docs/scale.md has no place for the table 'costs'.",
  );
});

it('the model needs an additional part as soon as the existing parts are at their limit', () => {
  const limits = limitsOfOne(costs, usual);
  const of = (/** @type {string} */ part) => limits.find((one) => one.part === part)?.takes ?? 0;
  const [first] = limits;
  if (first === undefined) throw new Error('There are no parts.');
  expect(needsOf(first.takes, costs, usual)).toMatchObject({
    broken: [],
    processes: 1,
    balancerCores: 1,
    redisShards: 1,
  });
  expect(needsOf(first.takes * 1.01, costs, usual).broken).toEqual([first.part]);

  const much = needsOf(1_000_000, costs, usual);
  expect(much.processes).toBe(Math.ceil(1_000_000 / Math.min(of('process'), of('running'))));
  expect(much.redisShards).toBe(Math.ceil(1_000_000 / Math.min(of('redisCpu'), of('redisMemory'), of('redisLine'))));
  expect(much.redisScripts).toBe(1_000_000 * costs.keyedScripts);
});

it('calls without IDs need only the existing Redis', () => {
  expect(needsOf(1_000_000, costs, { ...usual, keyed: 0 })).toMatchObject({
    redisShards: 1,
    redisScripts: 0,
    redisBytes: 0,
  });
});
