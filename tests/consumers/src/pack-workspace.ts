import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { outputOf } from './run.ts';
import { packageManager, readManifest, root } from './workspace.ts';

/** Package name to the `file:` specifier of its tarball, or to its version in a registry. */
export type Tarballs = Readonly<Record<string, string>>;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly exports: Readonly<
    Record<string, string | Readonly<Record<'import' | 'require', { readonly default: string }>>>
  >;
}

/** Packs every package that gets published, as it would be published. */
export async function packWorkspace(folder: string): Promise<Tarballs> {
  const published = readPublished();
  for (const [path, manifest] of published) refuseUnbuilt(path, manifest);
  const filters = published.flatMap(([, { name }]) => ['--filter', name]);
  await outputOf(
    'npx',
    ['--yes', packageManager(), '--recursive', ...filters, 'pack', '--pack-destination', folder],
    root,
  );
  return Object.fromEntries(
    published.map(([, manifest]) => [manifest.name, `file:${join(folder, tarballOf(manifest))}`]),
  );
}

/** The names of all packages that get published. */
export function publishedNames(): readonly string[] {
  return readPublished().map(([, { name }]) => name);
}

/** Every entry of every package, as consumers import it, such as `@toolwire/version/stage`. */
export function publishedEntries(): readonly string[] {
  return readPublished().flatMap(([, { name, exports }]) =>
    Object.keys(exports)
      .filter((entry) => entry !== './package.json')
      .map((entry) => `${name}${entry.slice(1)}`),
  );
}

function readPublished(): readonly (readonly [path: string, manifest: Manifest])[] {
  return packageFolders(join(root, 'packages'))
    .map((path) => [path, readManifest<Manifest>(path)] as const)
    .filter(([, manifest]) => manifest.private !== true);
}

/** Those of the folder itself, and those of the layers in it. */
function packageFolders(folder: string): readonly string[] {
  const isPackage = (path: string): boolean => existsSync(join(path, 'package.json'));
  const inside = (path: string): readonly string[] => readdirSync(path).map((name) => join(path, name));
  return inside(folder)
    .flatMap((path) => (isPackage(path) ? [path] : inside(path)))
    .filter(isPackage);
}

function refuseUnbuilt(path: string, { name, exports }: Manifest): void {
  const targets = Object.values(exports).flatMap((target) =>
    typeof target === 'string' ? [target] : [target.import.default, target.require.default],
  );
  const missing = targets.find((target) => !existsSync(join(path, target)));
  if (missing !== undefined) throw new Error(`${name} lacks ${missing}. Run 'npm run build' first.`);
}

function tarballOf({ name, version }: Manifest): string {
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
}
