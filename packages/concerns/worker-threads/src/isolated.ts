import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { checkCount, checkNames, type NamesOf, quoteValue, StartupError } from '@toolwire/internal';
import type { IsolatedContext, ThreadCallContext } from './call-context.ts';
import { ThreadPool } from './thread-pool.ts';
import { answerCalls, isThreadOf } from './thread-runtime.ts';

/** Options of `isolated()`. */
export interface IsolatedOptions {
  /** The module that calls `isolated`: `import.meta.url`, or `__filename`. Threads load it again, so it must have no side effects. */
  readonly module: string | URL;
  /** A unique name within the module; `run` by default. */
  readonly name?: string | undefined;
  /** A module that threads load first, such as a TypeScript loader. */
  readonly preload?: string | URL | undefined;
  /** The number of threads; more calls wait. By default the number of processors. */
  readonly maxThreads?: number | undefined;
}

const optionNames: NamesOf<IsolatedOptions> = {
  module: true,
  name: true,
  preload: true,
  maxThreads: true,
};

/**
 * Creates a function that runs in worker threads, so that code that blocks forever is terminated when its signal aborts. Each thread loads the
 * calling module again, so call this at the top level of a separate module.
 */
export function isolated<Input, Output>(
  moduleOrOptions: string | URL | IsolatedOptions,
  run: (input: Input, context: IsolatedContext) => Output | Promise<Output>,
): (input: Input, context: ThreadCallContext) => Promise<Output> {
  const options =
    typeof moduleOrOptions === 'string' || moduleOrOptions instanceof URL
      ? { module: moduleOrOptions }
      : moduleOrOptions;
  checkNames('isolated()', options, optionNames);
  const { name = 'run', maxThreads = availableParallelism() } = options;
  checkCount('maxThreads', maxThreads, 1);
  const module = moduleUrlOf(options.module);
  const preload = options.preload === undefined ? undefined : preloadUrlOf(options.preload);
  if (isThreadOf(module, name)) answerCalls(run);
  const pool = new ThreadPool({ module, preload, name, maxThreads });
  // The value is a copy of what `run` returned in the thread.
  return (input, context) => pool.run(input, context) as Promise<Output>;
}

function moduleUrlOf(module: string | URL): string {
  const url = fileUrlOf(module);
  if (url !== undefined) return url;
  throw new StartupError(
    'TW_TOOL_MODULE',
    `isolated() expected a file URL or path, got ${quoteValue(String(module))}. Pass the module that calls it: isolated(import.meta.url, run) or isolated(__filename, run).`,
  );
}

function preloadUrlOf(preload: string | URL): string {
  const url = fileUrlOf(preload);
  if (url !== undefined) return url;
  throw new StartupError(
    'TW_TOOL_MODULE',
    `The option preload of isolated() must be a file URL or path, got ${quoteValue(String(preload))}. Pass a file URL such as import.meta.resolve('tsx').`,
  );
}

/** Returns the file URL of a location; `undefined` for other text. */
function fileUrlOf(location: string | URL): string | undefined {
  const text = String(location);
  if (text.startsWith('file:')) return text;
  return text.startsWith('/') || /^[A-Za-z]:[\\/]/.test(text) ? pathToFileURL(text).href : undefined;
}
