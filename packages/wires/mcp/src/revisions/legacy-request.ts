import type { InputAnswers, InputRequests } from '@toolwire/core';
import type { Fields } from '../rpc/json-shape.ts';
import type { LogLevel } from '../rpc/log-levels.ts';
import type { RpcRequest } from '../rpc/message.ts';
import type { Dialect } from './dialect.ts';

/** What is known of a client of the era of `initialize`; over HTTP it is what its session says, and little without one. */
export interface LegacyClient {
  readonly dialect: Dialect;
  /** What it said in `initialize`, where that is remembered. */
  readonly capabilities: Fields | undefined;
  readonly logLevel: LogLevel;
  /** Asks it for input, where requests can be sent to it. */
  readonly ask?: AskClient | undefined;
  /** Whether it can be asked only while a request of its own is answered, as over HTTP: what a task asks for goes out with `tasks/result`. */
  readonly isAskedByRequest?: boolean;
  /** What it has subscribed to, where that is remembered. */
  readonly subscriber?: Subscriber | undefined;
}

/** Remembers which resources a client wants to hear of. */
export interface Subscriber {
  /** `false` where no more can be remembered. */
  subscribe(uri: string): boolean;
  unsubscribe(uri: string): void;
}

/** Sends requests to a client, with members for their `_meta`, and waits for its answers, or for the signal. */
export type AskClient = (requests: InputRequests, signal: AbortSignal, meta?: Fields) => Promise<InputAnswers>;

/** A request of one of the revisions that begin with `initialize`. */
export interface LegacyRequest extends RpcRequest {
  readonly client: LegacyClient;
  readonly progressToken: string | number | undefined;
}
