// Finds module state in the sources of every package; docs/internals/design.md lists the exceptions with their reasons.
import { findModuleState } from './module-state.mjs';
import { readPackages, readText } from './packages.mjs';
import { report } from './report.mjs';

const exceptions = readText('docs/internals/design.md');
const files = readPackages().flatMap(({ folder, sources }) =>
  [...sources].map(([path, text]) => ({ path: `${folder}/${path}`, text })),
);
const findings = files.flatMap(({ path, text }) => findModuleState(path, text).map((one) => ({ path, ...one })));

report(
  findings
    .filter(({ path }) => !exceptions.includes(`\`${path}\``))
    .map(
      ({ path, line, what }) =>
        `${path}:${line} ${what}; move it into the return value of createX, or add the reason to docs/internals/design.md`,
    ),
  `${files.length} files`,
);
