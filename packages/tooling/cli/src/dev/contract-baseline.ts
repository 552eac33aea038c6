import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { messageOf } from '../cli-error.ts';
import type { SavedListing } from '../saved-listing.ts';

/** The listing that edits are compared with. */
export interface Baseline {
  readonly listing: SavedListing;
  /** Where the listing comes from, such as `commit 1a2b3c4` or `the first start`. */
  readonly since: string;
}

export interface SourceState {
  /** The commit that is checked out; `undefined` without git. */
  readonly commit: string | undefined;
  /** Whether the files of the project are as in that commit. */
  readonly isClean: boolean;
}

/** Reads which commit is checked out, and whether files differ from it. */
export async function readSourceState(root: string): Promise<SourceState> {
  try {
    const commit = (await git(root, 'rev-parse', 'HEAD')).trim();
    const changes = await git(root, 'status', '--porcelain', '--', '.');
    return { commit, isClean: changes === '' };
  } catch {
    // git is not installed, or the project has no commit.
    return { commit: undefined, isClean: false };
  }
}

async function git(folder: string, ...args: readonly string[]): Promise<string> {
  return (await promisify(execFile)('git', args, { cwd: folder })).stdout;
}

interface BaselineOptions {
  /** The folder of the program's package. */
  readonly root: string;
  /** The baseline of the start before. */
  readonly previous: Baseline | undefined;
  readonly note: (text: string) => void;
}

/**
 * Returns the baseline for the tools of a start: their listing at the current commit, or else the listing of the first start. Only the
 * listing of unchanged files belongs to a commit. It is stored in `node_modules/.cache`, so that later starts find it.
 */
export async function findBaseline(
  listing: SavedListing,
  { commit, isClean }: SourceState,
  { root, previous, note }: BaselineOptions,
): Promise<Baseline> {
  const first = previous ?? { listing, since: 'the first start' };
  if (commit === undefined) return first;
  const since = `commit ${commit.slice(0, 7)}`;
  if (first.since === since) return first;
  const folder = join(root, 'node_modules/.cache/toolwire');
  const file = join(folder, `tools-${commit}.json`);
  if (!isClean) {
    const stored = await readStoredListing(file);
    return stored === undefined ? first : { listing: stored, since };
  }
  // A project without packages has no cache.
  if (!existsSync(join(root, 'node_modules'))) return { listing, since };
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(file, JSON.stringify(listing));
  } catch (thrown) {
    note(`The tools of ${since} were not stored: ${messageOf(thrown)}\n`);
  }
  return { listing, since };
}

async function readStoredListing(file: string): Promise<SavedListing | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as SavedListing;
  } catch {
    // No start has stored the tools of this commit, or the file was cut off.
    return undefined;
  }
}
