import type { Call, ContextEntry } from '@toolwire/core';

type OrUndefined<Members> = { readonly [Name in keyof Members]?: Members[Name] | undefined };

/** What a call brings along besides its input; all of it may be left out. */
export interface CallSettings
  extends OrUndefined<
    Pick<
      Call,
      'callId' | 'idempotencyKey' | 'traceId' | 'principal' | 'timeLimitMs' | 'reportProgress' | 'reportLog' | 'ask'
    >
  > {
  /** Tokens by the ids of their providers, such as `{ google: 'token' }`. */
  readonly tokens?: Readonly<Record<string, string>> | undefined;
  /** Secrets by their ids. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  /** Whom the call is for, where its tool requires a user id. */
  readonly userId?: string | undefined;
  /** What a host would hand along: `[contextEntry(key, value)]`. */
  readonly values?: readonly ContextEntry[] | undefined;
  /** Ends the call when it aborts. */
  readonly signal?: AbortSignal | undefined;
}
