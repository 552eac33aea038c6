import type { MaybePromise } from '@toolwire/core';
import type { HttpRequest } from '@toolwire/core/wire';
import { checkNames, type NamesOf, StartUpError } from '@toolwire/internal';

/** What became of a sign-in that a tool had asked for. */
export interface AuthorizationStatus {
  readonly status: 'pending' | 'completed' | 'failed';
  readonly url?: string;
  readonly scopes?: readonly string[];
}

/** How Arcade's wire is served. */
export interface ArcadeOptions {
  /** The path of execute requests; `/tools/execute` if left out, `false` for none. */
  readonly executePath?: string | false | undefined;
  /** The path of the worker routes; `/worker` if left out, `false` for none. */
  readonly workerPath?: string | false | undefined;
  /** The secret that the engine signs its tokens with. Left out, the worker's calls are let in as the server lets in others. */
  readonly workerSecret?: string | undefined;
  /**
   * `strict`: the execute response as its schema has it, corrected. `wire`: as Arcade's own workers write it, with every
   * member there and null. The worker routes always answer as workers do.
   */
  readonly profile?: 'strict' | 'wire' | undefined;
  /** Puts a list into `{ "result": … }`, for readers that go by the schema as it was published (E52). */
  readonly wrapLists?: boolean | undefined;
  /** Says what became of a sign-in, for `GET /worker/authorization?id=…`; left out, nobody can ask. */
  readonly authorizationStatus?:
    | ((id: string, request: HttpRequest) => MaybePromise<AuthorizationStatus | undefined>)
    | undefined;
  /** The clock, in milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

/** The options with every default filled in. */
export interface ArcadeSettings {
  readonly executePath: string | undefined;
  readonly workerPath: string | undefined;
  readonly profile: 'strict' | 'wire';
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

/** Fills in the defaults. */
export function arcadeSettings(options: ArcadeOptions): ArcadeSettings {
  checkNames('arcade()', options, optionNames);
  const { executePath = '/tools/execute', workerPath = '/worker' } = options;
  return {
    executePath: executePath === false ? undefined : checkPath('executePath', executePath),
    workerPath: workerPath === false ? undefined : checkPath('workerPath', workerPath),
    profile: options.profile ?? 'strict',
    wrapLists: options.wrapLists ?? false,
    now: options.now ?? Date.now,
  };
}

function checkPath(option: string, path: string): string {
  if (/^(?:\/[A-Za-z0-9._~-]+)+$/.test(path)) return path;
  throw new StartUpError(
    'TW_OPTION_PATH',
    `arcade({ ${option}: '${path}' }): a path starts with '/' and does not end with one, such as '/worker'.`,
  );
}
