import type { Call } from './call.ts';
import type { HttpRequest, HttpResponse } from './http.ts';
import type { MaybePromise } from './maybe-promise.ts';
import type { Outcome, RefusedOutcome } from './outcome.ts';
import type { ToolInfo } from './tool.ts';

/** The tools to list; the same object as long as nothing changed, so that a wire can keep the bytes. */
export interface ToolPage {
  readonly tools: readonly ToolInfo[];
}

/** One decoded request plus the function that writes its answer; the closure keeps what only the wire knows. */
export type Exchange =
  | { readonly op: 'health'; reply(healthy: boolean): HttpResponse }
  | { readonly op: 'list'; reply(page: ToolPage): HttpResponse }
  | { readonly op: 'call'; readonly call: Call; reply(outcome: Outcome): HttpResponse }
  /** Malformed, or a handshake: the wire answers alone. */
  | { readonly op: 'answer'; readonly response: HttpResponse };

/** One method on one path of a wire. */
export interface WireRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** What the route is for; the server refuses calls, and nothing else, while it drains. */
  readonly op: 'health' | 'list' | 'call';
  accept(request: HttpRequest): MaybePromise<Exchange>;
  /** The answer when the server refuses before the request is decoded. */
  refuse(refusal: RefusedOutcome): HttpResponse;
}

/** A protocol: how its requests are read and its answers written. Routes are data, so a host can look before it calls. */
export interface WireCodec {
  readonly name: string;
  readonly routes: readonly WireRoute[];
}
