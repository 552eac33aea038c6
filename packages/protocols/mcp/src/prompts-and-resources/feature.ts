import type { Call, InputRequests, MaybePromise } from '@toolwire/core';
import type { Fields } from '@toolwire/core/wire';
import type { McpUpdates } from '../definitions/updates.ts';
import type { RpcError } from '../json-rpc/errors.ts';
import type { Capabilities, MessageContext } from '../json-rpc/requests.ts';
import type { Revision } from '../json-rpc/revisions.ts';

/** A request for a resource, a prompt or a completion, independent of the era. */
export interface FeatureRequest {
  readonly params: Fields;
  readonly revision: Revision;
  readonly context: MessageContext;
  /** Requests input from the caller, where possible. */
  readonly ask: Call['ask'] | undefined;
}

/** The reply of a feature, which each era encodes in its own way. */
export type FeatureReply =
  | {
      readonly kind: 'result';
      /** The members of the result as JSON text, without a leading comma. */
      readonly members: string;
      /** How long clients may cache the result, if they may. */
      readonly ttlMs?: number;
      /** Only this caller may cache the result. */
      readonly isPrivate?: boolean;
    }
  | { readonly kind: 'error'; readonly error: RpcError }
  | { readonly kind: 'input_required'; readonly requests: InputRequests }
  /** The method is not supported. */
  | { readonly kind: 'unknown' };

/** Handles one method. */
export type FeatureMethod = (request: FeatureRequest) => MaybePromise<FeatureReply>;

/** The resources, prompts and completions of a server. Methods that it doesn't support at the moment reply `unknown`. */
export interface Features {
  readonly methods: ReadonlyMap<string, FeatureMethod>;
  /** Present if the app reports changes of resources. */
  readonly subscriptions: ResourceSubscriptions | undefined;
  readonly capabilities: (
    context: MessageContext,
    revision: Revision,
    transport: ChangeNotifications,
  ) => MaybePromise<Capabilities>;
  /** Takes no more replaced lists. */
  readonly close: () => void;
}

/** Which notifications of changes a transport declares. */
export interface ChangeNotifications {
  /** Changed lists: at any time, or on the streams of a session. */
  readonly lists: boolean;
  /** Changed resources, which need a transport that can send at any time. */
  readonly resources: boolean;
}

/** Resource subscriptions, independent of the era. */
export interface ResourceSubscriptions {
  readonly updates: McpUpdates;
  /** Whether this caller may subscribe to a URI. Unknown URIs are cheap to check, since a client may send many. */
  readonly canSubscribe: (uri: string, context: MessageContext) => MaybePromise<boolean>;
  /** The error for a URI that this caller may not subscribe to. */
  readonly findError: (uri: unknown, revision: Revision, context: MessageContext) => MaybePromise<RpcError | undefined>;
}

/** Creates an error reply. */
export function featureError(error: RpcError): FeatureReply {
  return { kind: 'error', error };
}

/** Creates a result from its members as values. */
export function featureResult(result: object, more: { ttlMs?: number; isPrivate?: boolean } = {}): FeatureReply {
  return { kind: 'result', members: JSON.stringify(result).slice(1, -1), ...more };
}
