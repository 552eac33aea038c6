import type { MaybePromise } from '@toolwire/core';
import type { HttpRequest } from '@toolwire/core/wire';
import { checkChoice, checkNames, checkRoutePath, type NamesOf } from '@toolwire/internal';

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
  /** Returns the status of a sign-in, for `GET /worker/authorization?id=…`. Without it, the route does not exist. If it throws, the route responds 503. */
  readonly authorizationStatus?:
    | ((id: string, request: HttpRequest) => MaybePromise<AuthorizationStatus | undefined>)
    | undefined;
}

/** The options with their defaults. */
export interface ArcadeSettings {
  readonly executePath: string | undefined;
  readonly workerPath: string | undefined;
  readonly profile: 'strict' | 'worker';
  readonly wrapLists: boolean;
}

const optionNames: NamesOf<ArcadeOptions> = {
  executePath: true,
  workerPath: true,
  workerSecret: true,
  profile: true,
  wrapLists: true,
  authorizationStatus: true,
};

/** Checks the options and applies the defaults. */
export function arcadeSettings(options: ArcadeOptions): ArcadeSettings {
  checkNames('arcade()', options, optionNames);
  const { executePath = '/tools/execute', workerPath = '/worker', profile = 'strict' } = options;
  checkChoice('profile of arcade()', profile, ['strict', 'worker']);
  return {
    executePath:
      executePath === false ? undefined : checkRoutePath('executePath of arcade()', executePath, '/tools/execute'),
    workerPath: workerPath === false ? undefined : checkRoutePath('workerPath of arcade()', workerPath, '/worker'),
    profile,
    wrapLists: options.wrapLists ?? false,
  };
}
