import type { HostCaller } from './caller.ts';
import type { ContextValues } from './context-key.ts';
import type { MaybePromise } from './maybe-promise.ts';
import type { Principal } from './principal.ts';

/** What a host got of a request's body. */
export type HostBody =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** The host's own parser has read it already. */
  | { readonly kind: 'parsed'; readonly value: unknown }
  /** It could not be had: too long, interrupted, or refused by the host's own parser. */
  | { readonly kind: 'unreadable'; readonly problem: BodyProblem };

/** A request as a host hands it in: a conversion, with no rule of any wire. */
export interface HostRequest {
  readonly method: string;
  /** The path below the mount point, without the query, exactly as it came. */
  readonly path: string;
  /** The raw query without its question mark; empty when there is none. */
  readonly query: string;
  /** A header by its lower-case name; fields that came more than once are joined by a comma and a space. */
  header(name: string): string | undefined;
  /** The body, read once and up to a number of bytes. */
  body(maxBytes: number): MaybePromise<HostBody>;
  /** Aborts when the caller disconnects before the answer is out; made when first asked for. */
  readonly signal: AbortSignal;
  /** What the host knows of who calls; left out, that is nothing. */
  readonly caller?: HostCaller | undefined;
  /** What the host hands along to tools. */
  readonly values: ContextValues;
  /** Whether the request came in at a loopback address, where the host knows: pages of this machine's browser reach it. */
  readonly isLoopback?: boolean | undefined;
}

/** Why a body could not be read as JSON. */
export type BodyProblem =
  | 'too_large'
  | 'media_type'
  | 'encoding'
  | 'too_deep'
  | 'too_many_parts'
  | 'not_json'
  | 'empty'
  | 'interrupted';

/** A body read as JSON, or why it could not be. */
export type JsonBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: BodyProblem; readonly detail: string };

/** How one route reads its body, where it differs from the server's settings. */
export interface JsonOptions {
  /** The longest body of the route; the server's `bodyBytes` if left out. */
  readonly maxBytes?: number | undefined;
  /** Skips the media type rules, where no web page could send the request anyway. */
  readonly anyMediaType?: boolean | undefined;
}

/** A request as wires see it: the host's, with a body that is JSON, limited and read when it is asked for. */
export interface HttpRequest extends Omit<HostRequest, 'body'> {
  /** Who calls, as credentials or the host say. */
  readonly principal?: Principal | undefined;
  /** Whether it is known whose request it is; calls take it over. */
  readonly isCallerKnown?: boolean | undefined;
  /** Reads the body, once: whoever asked keeps of it what is needed. */
  json(options?: JsonOptions): MaybePromise<JsonBody>;
  /** Whether the app has named the request's host as one of its own, in the server's `allowedHosts`. */
  readonly isAllowedHost?: boolean | undefined;
  /** Writes to the server's log, once for each name, that a request was refused for its host. */
  reportHost?(): void;
}

/** An answer as wires write it; header names are lower case. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>;
}

/** The whole server as one function: `undefined` means "not mine", and the host goes on. */
export type UniversalHandler = (request: HostRequest) => MaybePromise<HttpResponse | undefined>;
