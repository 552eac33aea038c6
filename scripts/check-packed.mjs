// Packs every package as it would be published, and looks at what its users would get. A package that passed is not packed again
// until one of its files changes.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtVersionProblem, versionFile } from './built-versions.mjs';
import { filesBelow, readPackages } from './packages.mjs';
import { contentKey, openPassedCache } from './passed-cache.mjs';
import { report } from './report.mjs';
import { run } from './run.mjs';

const mustShip = ['package/LICENSE', 'package/README.md', 'package/dist/index.js', 'package/dist/index.cjs'];

/** What is bundled into the packages, and may be in none of them by its name. */
const bundled = readPackages()
  .map(({ manifest }) => manifest)
  .filter((manifest) => manifest.private === true)
  .map(({ name }) => name);

const published = readPackages().filter(({ manifest }) => manifest.private !== true);
const cache = openPassedCache('packed.json');
/** What decides about every package: the tools, this check, and the versions that packages name each other by. */
const shared = ['LICENSE', 'pnpm-lock.yaml', 'scripts/check-packed.mjs', 'scripts/built-versions.mjs'];
const versions = published.map(({ manifest }) => [manifest.name, manifest.version]);
const keys = new Map(published.map((one) => [one, contentKey([...shared, ...shippedFiles(one.folder)], versions)]));
const changed = published.filter((one) => !cache.has(one.manifest.name, keys.get(one) ?? ''));

const folder = mkdtempSync(join(tmpdir(), 'packed-'));
try {
  const filters = changed.flatMap((one) => ['--filter', one.manifest.name]);
  const packing =
    changed.length === 0
      ? { code: 0, output: '' }
      : await run('pnpm', ['--recursive', ...filters, 'pack', '--pack-destination', folder]);
  const tarballs = readdirSync(folder).map((name) => join(folder, name));
  /** @type {string[]} */
  const problems = packing.code === 0 ? [] : [packing.output];
  for (const tarball of tarballs) problems.push(...(await checkTarball(tarball)));
  if (tarballs.length !== changed.length) problems.push(`packed ${tarballs.length} of ${changed.length} packages`);
  if (problems.length === 0) for (const one of changed) cache.add(one.manifest.name, keys.get(one) ?? '');
  report(problems, `${tarballs.length} packed packages, ${published.length - changed.length} unchanged`);
} finally {
  rmSync(folder, { recursive: true });
}

/**
 * The files of a package that are published, or decide about what is.
 * @param {string} place The folder of the package.
 */
function shippedFiles(place) {
  const shipped = ['dist', 'src', 'skills'].flatMap((name) => filesBelow(`${place}/${name}`));
  return [`${place}/package.json`, `${place}/README.md`, ...shipped].sort();
}

/** @param {string} tarball */
async function checkTarball(tarball) {
  const [lint, types, list, manifest, built, version] = await Promise.all([
    run('publint', [tarball, '--strict']),
    // Not node10: it knows no "exports", so it would miss every second entry, and no Node of ours resolves that way.
    run('attw', [tarball, '--profile', 'node16', '--format', 'ascii', '--no-emoji']),
    run('tar', ['-tzf', tarball]),
    run('tar', ['-xzOf', tarball, 'package/package.json']),
    run('tar', ['-xzOf', tarball, 'package/dist']),
    run('tar', ['-xzOf', tarball, `package/dist/${versionFile}`]),
  ]);
  const name = tarball.slice(folder.length + 1);
  const shipped = list.output.split('\n');
  return [
    ...[lint, types].filter(({ code }) => code !== 0).map(({ output }) => `${name}:\n${output}`),
    ...mustShip.filter((path) => !shipped.includes(path)).map((path) => `${name} lacks ${path}`),
    ...[builtVersionProblem(JSON.parse(manifest.output), version.code === 0 ? version.output : undefined) ?? []].flat(),
    ...(/"(?:workspace|catalog):/.test(manifest.output)
      ? [`${name} still names the workspace in its package.json`]
      : []),
    ...bundled
      .filter((one) => isNeeded(one, built.output, manifest.output))
      .map((one) => `${name} depends on ${one}, which is not published`),
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
