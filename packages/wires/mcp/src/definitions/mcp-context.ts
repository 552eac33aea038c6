import type { ContextKey, ContextValues, InputAnswers, InputRequest, MaybePromise, Principal } from '@toolwire/core';

/** What a function gets that reads a resource, writes a prompt or suggests values; its members may be taken out of it. */
export interface McpContext {
  /** Who asks, as credentials or the app around the server say. */
  readonly principal: Principal | undefined;
  /** Aborts when the caller is gone or the time is up. */
  readonly signal: AbortSignal;
  /** Asks the caller for input under keys of its own; where answers come with a new attempt, the function runs from its start again. */
  readonly ask: <Key extends string>(requests: Readonly<Record<Key, InputRequest>>) => Promise<InputAnswers<Key>>;
  /** What the host handed along under a context key. */
  readonly get: <T>(key: ContextKey<T>) => T;
}

/** Says whether a caller may see something; who may not is answered as if it were not there. */
export type VisibleTo = (principal: Principal | undefined, values: ContextValues) => MaybePromise<boolean>;
