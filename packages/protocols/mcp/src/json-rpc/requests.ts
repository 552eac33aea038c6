import type { InputAnswers, InputRequests } from '@toolwire/core';
import type { Client } from '@toolwire/core/internal';
import type { Fields } from '@toolwire/core/wire';
import type { LogLevel } from './log-level.ts';
import type { RpcRequest } from './message.ts';
import type { Revision } from './revisions.ts';

/** A client that starts with `initialize`. Over HTTP its properties come from its session. */
export interface LegacyClient {
  readonly revision: Revision;
  /** The capabilities from `initialize`, where they are remembered. */
  readonly capabilities: Fields | undefined;
  /** The client as tools see it. */
  readonly description: Client;
  /** Identifies its session, if it has one. */
  readonly sessionId?: string | undefined;
  readonly logLevel: LogLevel;
  /** Requests input from the client, where requests can be sent to it. */
  readonly ask?: AskClient | undefined;
  /**
   * The tasks whose input requests are sent on its connection, with functions that stop this. Absent over HTTP, where requests are sent
   * only on the stream of a request: for a task, of `tasks/result`.
   */
  readonly relays?: Map<string, () => void> | undefined;
  /** The resource subscriptions of the client, where they are remembered. */
  readonly subscriber?: Subscriber | undefined;
}

/** Stores which resources a client subscribed to. */
export interface Subscriber {
  /** Returns `false` at the limit. `anonymousShare` is the share of slots for all anonymous clients together. */
  subscribe(uri: string, anonymousShare?: number): boolean;
  unsubscribe(uri: string): void;
}

/** Sends requests with `_meta` to a client, until the signal aborts. Resolves with the client's answers, which may be none. */
export type AskClient = (requests: InputRequests, signal: AbortSignal, meta?: Fields) => Promise<InputAnswers>;

/** A request in one of the revisions that start with `initialize`. */
export interface LegacyRequest extends RpcRequest {
  readonly client: LegacyClient;
  readonly progressToken: string | number | undefined;
}

/** A request in 2026-07-28, which describes its client completely. */
export interface ModernRequest extends RpcRequest {
  readonly capabilities: Fields;
  /** The client as tools see it. */
  readonly client: Client;
  readonly logLevel: LogLevel | undefined;
  readonly progressToken: string | number | undefined;
}
