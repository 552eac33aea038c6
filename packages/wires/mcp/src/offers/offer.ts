import type { Call, InputRequests, MaybePromise } from '@toolwire/core';
import type { ResourceUpdates } from '../definitions/resource-updates.ts';
import type { Dialect } from '../revisions/dialect.ts';
import type { MessageContext } from '../rpc/context.ts';
import type { RpcError } from '../rpc/json-rpc.ts';
import type { Fields } from '../rpc/json-shape.ts';

/** A request for something that is offered beside tools, whatever its era. */
export interface OfferRequest {
  readonly params: Fields;
  readonly dialect: Dialect;
  readonly context: MessageContext;
  /** Asks the caller, where it can be asked. */
  readonly ask: Call['ask'] | undefined;
}

/** What came of one; each era writes it in its own way. */
export type OfferReply =
  | {
      readonly kind: 'result';
      /** Members of the result as JSON text, after no comma. */
      readonly members: string;
      /** How long clients may keep it, where it is something to keep. */
      readonly ttlMs?: number;
      /** It is for this caller alone, whoever that is. */
      readonly isPrivate?: boolean;
    }
  | { readonly kind: 'error'; readonly error: RpcError }
  | { readonly kind: 'asks'; readonly requests: InputRequests }
  /** There is no such method here. */
  | { readonly kind: 'unknown' };

/** Answers one method. */
export type OfferMethod = (request: OfferRequest) => MaybePromise<OfferReply>;

/** What the server offers beside tools. */
export interface Offers {
  readonly methods: ReadonlyMap<string, OfferMethod>;
  /** Subscriptions to resources, where the app tells of their changes. */
  readonly subscribing: Subscribing | undefined;
  /** What to announce among the server's capabilities to a caller; `tellsOfChanges` where it can be told of them at any time. */
  readonly capabilities: (context: MessageContext, dialect: Dialect, tellsOfChanges: boolean) => MaybePromise<Fields>;
}

/** What there is to subscribing to a resource, whatever the era. */
export interface Subscribing {
  readonly updates: ResourceUpdates;
  /** Whether this caller may subscribe to an address; at no cost for one that leads nowhere, as a client may name many. */
  readonly allows: (uri: string, context: MessageContext) => MaybePromise<boolean>;
  /** The error, unless this caller may subscribe to an address. */
  readonly refuse: (uri: unknown, dialect: Dialect, context: MessageContext) => MaybePromise<RpcError | undefined>;
}

/** A reply that is an error. */
export function offerError(code: number, message: string, data?: object): OfferReply {
  return { kind: 'error', error: { code, message, data } };
}

/** A result from its members as values. */
export function offerResult(result: object, more: { ttlMs?: number; isPrivate?: boolean } = {}): OfferReply {
  return { kind: 'result', members: JSON.stringify(result).slice(1, -1), ...more };
}
