import { writeFileSync } from 'node:fs';
import { readEarlier } from './earlier.ts';
import { judgedWithin, type Section } from './figure.ts';
import { compareAdapters } from './http/compare-adapters.ts';
import { compareCalls } from './http/compare-calls.ts';
import { compareKeyed } from './http/compare-keyed.ts';
import { compareNest } from './http/compare-nest.ts';
import { compareWires } from './http/compare-wires.ts';
import { listOverHttp } from './http/list-over-http.ts';
import { runAlone } from './in-process/alone.ts';
import { compareOpenApi } from './openapi/compare-open-api.ts';
import { type BenchOptions, readOptions } from './options.ts';
import { missedTargets, reportJson, sectionTable } from './report.ts';
import { manyCost } from './scale/many-cost.ts';
import { scaleModel } from './scale/model-page.ts';
import { scaleCost } from './scale/scale-cost.ts';
import { startupCost } from './startup/startup-cost.ts';
import { tasksCost } from './tasks/tasks-cost.ts';
import { typesCost } from './types/types-cost.ts';

const measurements: Readonly<Record<string, (options: BenchOptions) => Promise<Section>>> = {
  call: compareCalls,
  adapters: compareAdapters,
  wires: compareWires,
  nest: compareNest,
  'keyed-http': compareKeyed,
  pipeline: (options) => runAlone('pipeline', options),
  resolve: (options) => runAlone('resolve', options),
  observed: (options) => runAlone('observed', options),
  keyed: (options) => runAlone('keyed', options),
  listing: (options) => runAlone('listing', options),
  'listing-http': listOverHttp,
  tasks: tasksCost,
  startup: startupCost,
  types: typesCost,
  scale: scaleCost,
  many: manyCost,
  model: scaleModel,
  openapi: compareOpenApi,
};

/** Parts that take minutes, or measure nothing. They run only by name. */
const named: ReadonlySet<string> = new Set(['scale', 'many', 'model', 'openapi']);

const options = readOptions(process.argv.slice(2));
const names = Object.keys(measurements);
for (const part of options.only) {
  if (names.some((name) => name.includes(part))) continue;
  throw new RangeError(`There is no '${part}' to measure. Use parts of: ${names.join(', ')}.`);
}
const chosen = Object.entries(measurements).filter(([name]) =>
  options.only.length === 0 ? !named.has(name) : options.only.some((part) => name.includes(part)),
);

const withBefore = readEarlier(options.beside);
const sections: Section[] = [];
for (const [, measure] of chosen) {
  const measured = await measure(options);
  const figures = withBefore(measured).map((one) => judgedWithin(one, options.within));
  const section = { ...measured, figures };
  sections.push(section);
  console.log(sectionTable(section));
}
if (options.json !== undefined) writeFileSync(options.json, reportJson(sections));

const missed = missedTargets(sections);
for (const sentence of missed) console.log(`Missed: ${sentence}.`);
if (options.check && missed.length > 0) process.exitCode = 1;
