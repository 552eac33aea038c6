import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import type { ToolContext } from '@toolwire/core';
import { checkCount, checkNames, checkNumber, type NamesOf, StartUpError, wholeTimer } from '@toolwire/internal';
import { ThreadPool } from './thread-pool.ts';
import { answerCalls, type IsolatedContext, isThreadOf } from './thread-side.ts';

export type { IsolatedContext } from './thread-side.ts';

/** Where a tool is that runs in threads of its own, and how many of them there are. */
export interface IsolatedOptions {
  /** The module that calls `isolated`: `import.meta.url`, or `__filename`. Threads load it once more, so it must start nothing by itself. */
  readonly module: string | URL;
  /** Tells several of one module apart; `run` if left out. */
  readonly name?: string | undefined;
  /** A module that threads load before, such as one that lets them read TypeScript. */
  readonly preload?: string | URL | undefined;
  /** How many calls run at once, the others wait; as many as there are processors if left out. */
  readonly maxThreads?: number | undefined;
  /** How long a call may go on once its signal has aborted, before its thread is ended; 100 milliseconds if left out. */
  readonly graceMs?: number | undefined;
  /** How long a thread that has nothing to do is kept; 30 seconds if left out. */
  readonly idleMs?: number | undefined;
}

const optionNames: NamesOf<IsolatedOptions> = {
  module: true,
  name: true,
  preload: true,
  maxThreads: true,
  graceMs: true,
  idleMs: true,
};

/**
 * Makes the `run` of a tool that runs in threads of its own, so that one which never comes back is ended at its deadline while all others
 * go on. Threads load the module that calls this, and find there what to run: call it at the top of a module of its own.
 */
export function isolated<Input, Output>(
  where: string | URL | IsolatedOptions,
  run: (input: Input, context: IsolatedContext) => Output | Promise<Output>,
): (input: Input, context: ToolContext) => Promise<Output> {
  const options = typeof where === 'string' || where instanceof URL ? { module: where } : where;
  checkNames('isolated()', options, optionNames);
  const { name = 'run', maxThreads = availableParallelism(), graceMs = 100, idleMs = 30_000 } = options;
  checkCount('maxThreads', maxThreads, 1);
  checkNumber('graceMs', graceMs, wholeTimer);
  checkNumber('idleMs', idleMs, wholeTimer);
  const module = addressOf(options.module);
  const preload = options.preload === undefined ? undefined : addressOf(options.preload);
  if (isThreadOf(module)) answerCalls(name, run);
  const pool = new ThreadPool({ module, preload, name, maxThreads, graceMs, idleMs });
  // What comes back is what `run` has answered there; the server holds it against the tool's `output`.
  return (input, context) => pool.run(input, context) as Promise<Output>;
}

function addressOf(place: string | URL): string {
  const address = String(place);
  if (address.startsWith('file:')) return address;
  if (address.startsWith('/') || /^[A-Za-z]:[\\/]/.test(address)) return pathToFileURL(address).href;
  throw new StartUpError(
    'TW_TOOL_MODULE',
    `isolated() loads a file, and '${address.slice(0, 100)}' is none. Give it the module that calls it: isolated(import.meta.url, run), or isolated(__filename, run).`,
  );
}
