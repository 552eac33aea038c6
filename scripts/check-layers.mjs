// Reads every package's imports and compares them with the layer of its folder, and with the tables of folders.
import { readFolderOrders } from './folders.mjs';
import { checkLayers } from './layers.mjs';
import { checkLint } from './lint-layers.mjs';
import { readJson, readJsonWithComments, readPackages, readText } from './packages.mjs';
import { report } from './report.mjs';

const packages = readPackages();

/** @type {import('./layers.mjs').LayerRules} */
const rules = {
  portable: readJson('tsconfig.portable.json').include,
  folders: readFolderOrders(readText('docs/internals/architecture.md')),
};

report(
  [...checkLayers(packages, rules), ...checkLint(readJsonWithComments('.oxlintrc.json'), rules.portable)].map(
    ({ rule, at, message }) => `${at}  ${rule}: ${message}`,
  ),
  `${packages.length} packages`,
);
