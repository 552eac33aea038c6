import type { ContextValues, Lifetime, MaybePromise, Principal } from '@toolwire/core';
import type { Client } from '@toolwire/core/internal';
import type { ToolService } from '@toolwire/core/wire';
import type { RpcResponse } from './json-rpc.ts';
import type { OutgoingText } from './outgoing-text.ts';

/** Everything that arrives with a message. */
export interface MessageContext {
  readonly service: ToolService;
  readonly principal: Principal | undefined;
  /** Whether the caller is authenticated, or the app declared that all callers are known. */
  readonly isCallerKnown: boolean;
  readonly values: ContextValues;
  /** The client as tools see it. */
  readonly client: Client;
  /** Identifies the session of the client, if it has one. */
  readonly sessionId: string | undefined;
  /** Lasts as long as the caller waits. */
  readonly lifetime: Lifetime;
  /** `pipe` for the standard streams of a process; `undefined` if unknown. */
  readonly transport: 'http' | 'pipe' | undefined;
  /** Reads a header by its lower-case name. `undefined` without HTTP. */
  readonly header: ((name: string) => string | undefined) | undefined;
  /** Sends JSON text before the response, where the transport can. */
  readonly notify: Notify | undefined;
}

/** Sends a message before the response. For a slow reader, a newer message replaces an unsent one with the same `key`. */
export type Notify = (text: OutgoingText, key?: string) => void;

/** Handles one method of an era. */
export type Method<Request> = (request: Request, context: MessageContext) => MaybePromise<RpcResponse>;

/** The methods of an era, by name. */
export type Methods<Request> = ReadonlyMap<string, Method<Request>>;

/** A valid request with its method, or the error response to an invalid one. */
export type Dispatched<Request> =
  | {
      readonly request: Request;
      readonly method: Method<Request>;
      readonly client: Client;
      readonly sessionId: string | undefined;
      readonly response?: undefined;
    }
  | { readonly response: RpcResponse };
