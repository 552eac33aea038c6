import type { ContextKey, InputAnswers, InputRequest, Principal } from '@toolwire/core';
import type { Client } from '@toolwire/core/internal';

/**
 * The context of functions that read a resource, write a prompt or suggest values. Its members can be destructured. Tools get a
 * `ToolContext` instead.
 */
export interface McpContext {
  /** The caller, as authenticated by the server or the surrounding app. */
  readonly principal: Principal | undefined;
  /** The program that sent the request, and the input that it supports: `client.canAsk('form')`. */
  readonly client: Client;
  /** The session of the request, as a key for state that belongs to it; `undefined` without a session. */
  readonly sessionId: string | undefined;
  /** Aborts when the caller disconnects or the time limit is reached. */
  readonly signal: AbortSignal;
  /** Requests input from the caller's user. Where the answers arrive in a new request, the function runs again from its start. */
  readonly ask: <Key extends string>(requests: Readonly<Record<Key, InputRequest>>) => Promise<InputAnswers<Key>>;
  /** Reads a value that the app passed under a context key. */
  readonly get: <T>(key: ContextKey<T>) => T;
}

/** The context of functions that suggest values. */
export interface CompletionContext extends McpContext {
  /** The values already chosen for the other variables or arguments. */
  readonly chosen: Readonly<Record<string, string>>;
}
