// Reads every package's imports and holds them against the layers of the root turbo.json.
import { checkLayers } from './layers.mjs';
import { readJson, readPackages } from './packages.mjs';
import { report } from './report.mjs';

/** @type {Record<string, { dependencies: { allow: string[] } }>} */
const tags = readJson('turbo.json').boundaries.tags;
const allowed = Object.fromEntries(
  Object.entries(tags).map(([layer, { dependencies }]) => [layer, dependencies.allow]),
);
const packages = readPackages();

report(
  checkLayers(packages, { allowed, portable: readJson('tsconfig.portable.json').include }).map(
    ({ rule, at, message }) => `${at}  ${rule}: ${message}`,
  ),
  `${packages.length} packages`,
);
