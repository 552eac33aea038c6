import { basename, relative, resolve, sep } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { watch } from 'chokidar';
import { messageOf } from '../cli-error.ts';
import { isInside } from '../files.ts';
import { safeLine } from '../terminal/terminal-text.ts';
import type { Entry } from './find-entry.ts';

export type Changes = Awaited<ReturnType<typeof watchSources>>;

const sourceFiles = /\.[cm]?[jt]sx?$/;
const settingsFiles = /^(?:package\.json|tsconfig.*\.json|\.env.*)$/;
const ignoredFolders = /^(?:node_modules|\..+)$/;
const outputFolders = /^(?:dist|build|out|coverage)$/;
/** The deepest folders that are watched without a package. Such a folder may be a home folder, which is too large to watch. */
const maxDepthWithoutPackage = 2;

// An editor writes a file in several steps, and several files at once.
const quietMs = 30;
const maxWaitMs = 150;

/** Watches the sources of a program and the paths of --watch. Notes the first error, such as the limit of watched files of the system. */
export async function watchSources(entry: Entry, more: readonly string[], note: (text: string) => void) {
  const extraRoots = more.map((path) => resolve(path));
  const roots = [entry.root, ...extraRoots];
  const watcher = watch(roots, {
    ignoreInitial: true,
    ignorePermissionErrors: true,
    // The first question about a path is without `stats`. One about a folder follows with `stats`.
    ignored: (path, stats) => isIgnored(path, stats === undefined || stats.isFile(), entry, roots),
  });
  const { add, next, restart } = createChangeQueue();
  watcher.on('all', (_event, path) => {
    const isSource = sourceFiles.test(path) || settingsFiles.test(basename(path));
    if (isSource || extraRoots.some((root) => isInside(root, path))) add(relative(process.cwd(), path));
  });
  let hasFailed = false;
  await new Promise<void>((ready) => {
    watcher.once('ready', ready);
    watcher.on('error', (thrown) => {
      if (!hasFailed) note(`Some changes will not be noticed: ${safeLine(messageOf(thrown))}\n`);
      hasFailed = true;
      ready();
    });
  });
  return {
    next,
    restart,
    async close(): Promise<void> {
      // Ends a `next` that waits.
      restart();
      await watcher.close();
    },
  };
}

function createChangeQueue() {
  const changed = new Set<string>();
  let wake = (): void => undefined;
  let events = 0;
  let isRestart = false;
  return {
    add: (path: string): void => {
      changed.add(path);
      events += 1;
      wake();
    },
    /** Resolves to the paths of changed files, after a short time without further changes. */
    next: async (): Promise<readonly string[]> => {
      if (changed.size === 0 && !isRestart) {
        await new Promise<void>((resolveWake) => {
          wake = resolveWake;
        });
      }
      const since = Date.now();
      for (let previous = -1; events !== previous && Date.now() - since < maxWaitMs; ) {
        previous = events;
        await wait(quietMs);
      }
      const paths = [...changed];
      changed.clear();
      isRestart = false;
      return paths;
    },
    /** Resolves `next` without a changed file. */
    restart: (): void => {
      isRestart = true;
      wake();
    },
  };
}

function isIgnored(path: string, isFile: boolean, entry: Entry, roots: readonly string[]): boolean {
  // A path of --watch may be in a folder of the program that is ignored otherwise.
  const [root = entry.root] = roots
    .filter((folder) => isInside(folder, path))
    .sort((folder, other) => other.length - folder.length);
  // The program itself may be a build output.
  const entryFolders = root === entry.root ? relative(root, entry.file).split(sep) : undefined;
  const inner = relative(root, path).split(sep);
  const folders = isFile ? inner.slice(0, -1) : inner;
  // A path of --watch is watched completely, even if it is the folder of the program.
  const isLimited = !entry.hasPackage && roots.lastIndexOf(root) === 0;
  if (isLimited && folders.length > maxDepthWithoutPackage) return true;
  return folders.some((name) => {
    if (settingsFiles.test(name) || name === '') return false;
    return (
      ignoredFolders.test(name) ||
      (entryFolders !== undefined && outputFolders.test(name) && !entryFolders.includes(name))
    );
  });
}
