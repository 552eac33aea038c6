import type { MaybePromise } from '@toolwire/core';
import type { HttpRequest } from '@toolwire/core/wire';
import { checkChoice, checkNames, type NamesOf, StartUpError } from '@toolwire/internal';

/** The status of a sign-in that a tool has asked for. */
export interface AuthorizationStatus {
  readonly status: 'pending' | 'completed' | 'failed';
  readonly url?: string;
  readonly scopes?: readonly string[];
}

/** Options of `arcade()`. */
export interface ArcadeOptions {
  /** Path of execute requests. Default: `/tools/execute`. `false` disables the route. */
  readonly executePath?: string | false | undefined;
  /** Path prefix of the worker routes. Default: `/worker`. `false` disables them. */
  readonly workerPath?: string | false | undefined;
  /** Secret that the engine signs its tokens with. Without it, the server's `auth` guards the worker routes. */
  readonly workerSecret?: string | undefined;
  /**
   * `strict`: the published schema of the execute response, corrected. `worker`: the format of Arcade's own workers, which send
   * every member, with null for the unused ones. The worker routes always use `worker`.
   */
  readonly profile?: 'strict' | 'worker' | undefined;
  /** Wraps a list in `{ "result": … }`, for clients that validate against the published schema (E52). */
  readonly wrapLists?: boolean | undefined;
  /** Returns the status of a sign-in, for `GET /worker/authorization?id=…`. Without it, the route does not exist. */
  readonly authorizationStatus?:
    | ((id: string, request: HttpRequest) => MaybePromise<AuthorizationStatus | undefined>)
    | undefined;
  /** The clock, in milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

/** The options with their defaults. */
export interface ArcadeSettings {
  readonly executePath: string | undefined;
  readonly workerPath: string | undefined;
  readonly profile: 'strict' | 'worker';
  readonly wrapLists: boolean;
  readonly now: () => number;
}

const optionNames: NamesOf<ArcadeOptions> = {
  executePath: true,
  workerPath: true,
  workerSecret: true,
  profile: true,
  wrapLists: true,
  authorizationStatus: true,
  now: true,
};

/** Checks the options and applies the defaults. */
export function arcadeSettings(options: ArcadeOptions): ArcadeSettings {
  checkNames('arcade()', options, optionNames);
  const { executePath = '/tools/execute', workerPath = '/worker', profile = 'strict' } = options;
  checkChoice('profile of arcade()', profile, ['strict', 'worker']);
  return {
    executePath: executePath === false ? undefined : checkPath('executePath', executePath),
    workerPath: workerPath === false ? undefined : checkPath('workerPath', workerPath),
    profile,
    wrapLists: options.wrapLists ?? false,
    now: options.now ?? Date.now,
  };
}

function checkPath(option: string, path: string): string {
  if (/^(?:\/[A-Za-z0-9._~-]+)+$/.test(path)) return path;
  throw new StartUpError(
    'TW_OPTION_PATH',
    `${option} of arcade() must start with '/' and not end with '/', such as '/worker', got '${path}'.`,
  );
}
