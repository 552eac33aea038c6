import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packWorkspace, type Tarballs } from './pack-workspace.ts';
import { type Dependencies, installByNpm, installByPnpm } from './project.ts';
import { readManifest } from './workspace.ts';

/** Where consumers live: a folder outside of the workspace, what was packed, and one big install for all that may share it. */
export interface Ground {
  readonly folder: string;
  readonly tarballs: () => Promise<Tarballs>;
  /** A folder whose `node_modules` holds every package of ours and every third party. */
  readonly shared: () => Promise<string>;
  /** A folder where only `toolwire` and zod are installed, and where no package reaches more than it names. */
  readonly strict: () => Promise<string>;
  readonly remove: () => void;
}

/** Versions of the packages of consumers, in addition to our packages. */
export const thirdParty: Dependencies = readManifest<{ readonly dependencies: Dependencies }>(
  join(import.meta.dirname, '../shared'),
).dependencies;

/**
 * Creates the projects. Packing and installing happen once, on first use. Our packages come packed from the workspace, unless the
 * caller passes another source, for example versions in a registry.
 */
export function createGround(published?: () => Promise<Tarballs>): Ground {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'toolwire-consumers-'));
  const tarballs = once(published ?? (() => packWorkspace(join(folder, 'packed'))));
  const shared = once(async () => {
    const packed = await tarballs();
    return installByNpm(join(folder, 'shared'), { ...packed, ...thirdParty }, packed);
  });
  const strict = once(async () => {
    const packed = await tarballs();
    const { zod, '@types/node': nodeTypes } = thirdParty;
    const dependencies = { toolwire: packed['toolwire'], zod, '@types/node': nodeTypes } as Dependencies;
    return installByPnpm(join(folder, 'strict'), dependencies, packed);
  });
  return { folder, tarballs, shared, strict, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A function that does its work when first called, and hands the same promise to every caller. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}
