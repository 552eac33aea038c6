// Reads every source of every package: what a module keeps between calls stands with its reason in docs/decisions.md.
import { findModuleState } from './module-state.mjs';
import { readPackages, readText } from './packages.mjs';
import { report } from './report.mjs';

const decisions = readText('docs/decisions.md');
const files = readPackages().flatMap(({ folder, sources }) =>
  [...sources].map(([path, text]) => ({ path: `${folder}/${path}`, text })),
);
const findings = files.flatMap(({ path, text }) => findModuleState(path, text).map((one) => ({ path, ...one })));

report(
  findings
    .filter(({ path }) => !decisions.includes(`\`${path}\``))
    .map(
      ({ path, line, what }) =>
        `${path}:${line} ${what}; keep it in what createX returns, or give docs/decisions.md the reason`,
    ),
  `${files.length} files`,
);
