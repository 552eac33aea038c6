import type { MaybePromise } from '@toolwire/internal';
import type { Call } from '../call/call.ts';
import type { Outcome, RefusedOutcome } from '../call/outcome.ts';
import type { HttpRequest, HttpResponse } from './http.ts';
import type { ToolPage, ToolService } from './protocol-services.ts';

/** A decoded request with the function that encodes its response. The closure holds protocol details. */
export type Exchange =
  | { readonly op: 'health'; reply(healthy: boolean, reason?: string): HttpResponse }
  | { readonly op: 'list'; reply(page: ToolPage): HttpResponse }
  | { readonly op: 'call'; readonly call: Call; reply(outcome: Outcome): HttpResponse }
  /** The protocol uses the service itself. */
  | { readonly op: 'serve'; serve(service: ToolService): MaybePromise<HttpResponse> }
  /** The protocol responds without the server, as to a malformed request or a handshake. */
  | { readonly op: 'answer'; readonly response: HttpResponse };

/** One method on one path of a protocol. */
export interface WireRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** The operation; `any` if the request decides. While the server drains, it only refuses calls. */
  readonly op: 'health' | 'list' | 'call' | 'any';
  /** `own`: the protocol authenticates callers itself, or serves everyone, as for health. */
  readonly admission?: 'server' | 'own';
  /** `own`: the protocol checks Host and Origin itself. By default the server does. */
  readonly pages?: 'server' | 'own';
  /** `admitted`: only authenticated callers get 405 for other methods; other callers are refused. By default every caller gets 405. */
  readonly methods?: 'all' | 'admitted';
  accept(request: HttpRequest): MaybePromise<Exchange>;
  /** Encodes a refusal before the request is decoded. */
  refuse(refusal: RefusedOutcome): HttpResponse;
}

/** The headers of a protocol, in lower case, for CORS. */
export interface WireHeaders {
  /** Request headers; `mcp-param-*` matches a prefix. */
  readonly reads?: readonly string[];
  /** Response headers. */
  readonly sends?: readonly string[];
}

/** A protocol: decodes its requests and encodes its responses. Routes are data, so hosts can read them in advance. */
export interface WireCodec {
  readonly name: string;
  readonly routes: readonly WireRoute[];
  readonly headers?: WireHeaders;
}
