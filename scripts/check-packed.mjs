// Packs every package as it would be published, and looks at what its users would get.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPackages } from './packages.mjs';
import { report } from './report.mjs';
import { run } from './run.mjs';

const mustShip = ['package/LICENSE', 'package/README.md', 'package/dist/index.js', 'package/dist/index.cjs'];

/** What is bundled into the packages, and may be in none of them by its name. */
const bundled = readPackages()
  .map(({ manifest }) => manifest)
  .filter((manifest) => manifest.private === true)
  .map(({ name }) => name);

const folder = mkdtempSync(join(tmpdir(), 'packed-'));
try {
  const published = ['--filter', './packages/**', ...bundled.flatMap((name) => ['--filter', `!${name}`])];
  const packing = await run('pnpm', ['--recursive', ...published, 'pack', '--pack-destination', folder]);
  const tarballs = readdirSync(folder).map((name) => join(folder, name));
  /** @type {string[]} */
  const problems = packing.code === 0 ? [] : [packing.output];
  for (const tarball of tarballs) problems.push(...(await checkTarball(tarball)));
  report(problems, `${tarballs.length} packed packages`);
} finally {
  rmSync(folder, { recursive: true });
}

/** @param {string} tarball */
async function checkTarball(tarball) {
  const [lint, types, list, manifest, built] = await Promise.all([
    run('publint', [tarball, '--strict']),
    // Not node10: it knows no "exports", so it would miss every second entry, and no Node of ours resolves that way.
    run('attw', [tarball, '--profile', 'node16', '--format', 'ascii', '--no-emoji']),
    run('tar', ['-tzf', tarball]),
    run('tar', ['-xzOf', tarball, 'package/package.json']),
    run('tar', ['-xzOf', tarball, 'package/dist']),
  ]);
  const name = tarball.slice(folder.length + 1);
  const shipped = list.output.split('\n');
  return [
    ...[lint, types].filter(({ code }) => code !== 0).map(({ output }) => `${name}:\n${output}`),
    ...mustShip.filter((path) => !shipped.includes(path)).map((path) => `${name} lacks ${path}`),
    ...(/"(?:workspace|catalog):/.test(manifest.output)
      ? [`${name} still names the workspace in its package.json`]
      : []),
    ...bundled
      .filter((one) => isNeeded(one, built.output, manifest.output))
      .map((one) => `${name} needs ${one}, which nobody can install`),
  ];
}

/**
 * Whether a package needs another to run, or to be compiled against: what is named for development alone is not installed.
 * @param {string} name
 * @param {string} built
 * @param {string} manifest
 */
function isNeeded(name, built, manifest) {
  const { dependencies, peerDependencies } = JSON.parse(manifest);
  return (
    Object.hasOwn({ ...dependencies, ...peerDependencies }, name) ||
    built.includes(`'${name}'`) ||
    built.includes(`"${name}"`)
  );
}
