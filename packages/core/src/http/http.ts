import type { MaybePromise } from '@toolwire/internal';
import type { HostCaller, Principal } from '../call/caller.ts';
import type { ContextValues } from '../call/context-key.ts';

/** The body of a request, as the host read it. */
export type HostBody =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** The body parser of the framework has read it. */
  | { readonly kind: 'parsed'; readonly value: unknown }
  /** It is too large, was interrupted, or the body parser rejected it. */
  | { readonly kind: 'unreadable'; readonly problem: BodyProblem };

/** A request from a host, without any rules of a protocol. */
export interface HostRequest {
  readonly method: string;
  /** The raw path below the mount point, without the query. */
  readonly path: string;
  /** The raw query without the question mark; may be empty. */
  readonly query: string;
  /** Reads a header by its lower-case name. Repeated headers are joined with a comma and a space. */
  header(name: string): string | undefined;
  /** Reads the body once, up to a number of bytes. */
  body(maxBytes: number): MaybePromise<HostBody>;
  /** Opens the body as a stream, once; `undefined` if a body parser has read it. Fails if the request ends early. */
  stream?(): AsyncIterable<Uint8Array> | undefined;
  /** Aborts when the caller disconnects before the response ends. Created on first use. */
  readonly signal: AbortSignal;
  /** Caller information from the adapter. */
  readonly caller?: HostCaller | undefined;
  /** The context values for tools. */
  readonly values: ContextValues;
  /** Whether the request arrived at a loopback address, if the host knows. Pages in this machine's browser can reach that. */
  readonly isLoopback?: boolean | undefined;
}

/** Why a body is not readable JSON. */
export type BodyProblem =
  | 'too_large'
  | 'media_type'
  | 'encoding'
  | 'too_deep'
  | 'too_many_parts'
  | 'not_json'
  | 'empty'
  | 'interrupted';

/** A JSON body, or why it is not readable. */
export type JsonBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: BodyProblem; readonly detail: string };

/** Body settings of one route. */
export interface JsonOptions {
  /** A lower limit than the server's `bodyBytes`. */
  readonly maxBytes?: number | undefined;
  /** Skips the media type check, for routes that web pages can't call. */
  readonly anyMediaType?: boolean | undefined;
}

/** A request as protocols see it, with a size-limited JSON body that is read on demand. */
export interface HttpRequest extends Omit<HostRequest, 'body'> {
  /** The authenticated caller, from credentials or the host. */
  readonly principal?: Principal | undefined;
  /** Whether the caller is identified. */
  readonly isCallerKnown?: boolean | undefined;
  /** Reads the body, once. It is not cached. */
  json(options?: JsonOptions): MaybePromise<JsonBody>;
  /** Whether the request's host is in the server's `allowedHosts`. */
  readonly isAllowedHost?: boolean | undefined;
  /** Logs that a request was refused for its host, once per host. */
  reportHost?(): void;
}

/** A response from a protocol; header names are lower case. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>;
}

/** The server as one function. `undefined` means that no route matches, and the host continues. */
export type UniversalHandler = (request: HostRequest) => MaybePromise<HttpResponse | undefined>;

/** The headers of JSON responses: no content sniffing, and no caching unless a listing allows it. */
export const jsonHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

/** A JSON response. */
export function jsonResponse(
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = jsonHeaders,
): HttpResponse {
  return { status, headers, body: JSON.stringify(body) };
}

/** Adds headers to a response. */
export function addHeaders(response: HttpResponse, headers: Readonly<Record<string, string>>): HttpResponse {
  return { ...response, headers: { ...response.headers, ...headers } };
}
