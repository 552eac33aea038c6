// Writes what a release is made of into a folder: a bill of materials, and the licences of all that comes along.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { billOfMaterials, findLicenseProblems, licensesOf } from './materials.mjs';
import { report } from './report.mjs';
import { findRuntimePackages } from './runtime-packages.mjs';

const folder = process.argv[2] ?? 'materials';
const packages = [...findRuntimePackages().values()];
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'toolwire.cdx.json'), `${JSON.stringify(billOfMaterials(packages), null, 2)}\n`);
writeFileSync(join(folder, 'licences.md'), licensesOf(packages));
report(findLicenseProblems(packages), `${packages.length} packages, whose licences are in ${folder}`);
