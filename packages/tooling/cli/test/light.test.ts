import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { buildCli } from './support/cli-process.ts';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** Adds a package and all that its installation brings, as Node would find it. */
function addInstalled(folder: string, found: Set<string>): void {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const id = `${manifest.name}@${manifest.version}`;
  if (found.has(id)) return;
  found.add(id);
  // npm also installs peer dependencies, unless they are optional.
  const peers = Object.keys(manifest.peerDependencies ?? {}).filter(
    (name) => manifest.peerDependenciesMeta?.[name]?.optional !== true,
  );
  for (const name of [...Object.keys(manifest.dependencies ?? {}), ...peers]) {
    addInstalled(find(name, folder) ?? '', found);
  }
  // Packages for other systems are not installed.
  for (const name of Object.keys(manifest.optionalDependencies ?? {})) {
    const there = find(name, folder);
    if (there !== undefined) addInstalled(there, found);
  }
}

function find(name: string, from: string): string | undefined {
  const folder = join(from, 'node_modules', name);
  if (existsSync(join(folder, 'package.json'))) return realpathSync(folder);
  return dirname(from) === from ? undefined : find(name, dirname(from));
}

it('installs at most 50 packages', () => {
  const found = new Set<string>();
  addInstalled(realpathSync(fileURLToPath(new URL('..', import.meta.url))), found);
  expect([...found].some((id) => id.startsWith('@toolwire/server@'))).toBe(true);
  expect(found.size, [...found].join(' ')).toBeLessThanOrEqual(50);
});

const isAll = process.env['TEST_SCOPE'] === 'all';
const maxRounds = 60;

it.runIf(isAll)('starts in at most 1.5 times the time of Node, and 30 ms', async () => {
  const cli = await buildCli();
  const timeOf = (...typed: readonly string[]): number => {
    const since = performance.now();
    expect(spawnSync(process.execPath, typed).status).toBe(0);
    return performance.now() - since;
  };
  let ours = Number.POSITIVE_INFINITY;
  let nodes = Number.POSITIVE_INFINITY;
  // The best of many alternating runs. A busy machine needs more rounds, and gets the same result.
  for (let round = 0; round < maxRounds; round += 1) {
    nodes = Math.min(nodes, timeOf('-e', '0'));
    ours = Math.min(ours, timeOf(join(cli.folder, 'bin.mjs'), '--version'));
    if (round >= 5 && ours <= 1.5 * nodes + 30) break;
  }
  await cli.remove();
  process.stdout.write(`toolwire --version: ${ours.toFixed(1)} ms, node -e 0: ${nodes.toFixed(1)} ms\n`);
  expect(ours).toBeLessThanOrEqual(1.5 * nodes + 30);
});
