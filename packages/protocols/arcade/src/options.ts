import { checkNames, checkRoutePath, type NamesOf } from '@toolwire/internal';

/**
 * The format of responses. `strict`: the published schema of the execute response, corrected; 400 and a `message` for invalid
 * requests. `worker`: the format of Arcade's own workers, with null for unused members; HTTP's own statuses and FastAPI's `detail`.
 */
export type Profile = 'strict' | 'worker';

// The default of `execute` is in `routes.ts`.
/** Options of `arcade()`. */
export interface ArcadeOptions {
  /** A path before every route, such as `/ai`. */
  readonly prefix?: string | undefined;
  /** Also serves `POST /tools/execute`, which the server's `auth` guards, also with a `workerSecret`. On by default. */
  readonly execute?: boolean | undefined;
  /** Secret that the engine signs its tokens with. Without it, the server's `auth` guards the worker routes. */
  readonly workerSecret?: string | undefined;
}

const optionNames: NamesOf<ArcadeOptions> = { prefix: true, execute: true, workerSecret: true };

/** Checks the options, and returns the path before every route. */
export function arcadePrefix(options: ArcadeOptions): string {
  checkNames('arcade()', options, optionNames);
  const { prefix = '' } = options;
  return prefix === '' ? '' : checkRoutePath('prefix of arcade()', prefix, '/ai');
}
