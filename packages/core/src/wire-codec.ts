import type { ArtifactReader } from './artifact.ts';
import type { Call } from './call.ts';
import type { ContextValues } from './context-key.ts';
import type { HttpRequest, HttpResponse } from './http.ts';
import type { MaybePromise } from './maybe-promise.ts';
import type { Outcome, RefusedOutcome } from './outcome.ts';
import type { CallHandler } from './pipeline.ts';
import type { Principal } from './principal.ts';
import type { ServiceTasks } from './service-tasks.ts';
import type { ToolInfo } from './tool.ts';

/** The tools to list; the same object as long as nothing changed, so that a wire can keep the bytes. */
export interface ToolPage {
  readonly tools: readonly ToolInfo[];
}

/** What decides which tools somebody may see: the parts of a request or a call that say who it is. */
export interface Viewer {
  readonly principal?: Principal | undefined;
  readonly values: ContextValues;
}

/** What a server lets one call take. */
export interface ServiceLimits {
  /** The longest run, in milliseconds. */
  readonly timeoutMs: number;
  /** About how many bytes of JSON an answer may have. */
  readonly outputBytes: number;
  /** How many run at once. */
  readonly runningCalls: number;
}

/** The server for wires whose one request may lead to several calls or answers, as in a batch, a stream or a task. */
export interface ToolService {
  /** Runs a call, or refuses it while the server drains. */
  readonly call: CallHandler;
  /** Ends the call of this caller that has the same id and tool, wherever it runs; tells nobody whether there is one. */
  readonly cancel: (call: Call) => Promise<void>;
  /** The tools that a caller may see. */
  readonly page: (viewer: Viewer) => MaybePromise<ToolPage>;
  /** How many tools there are in all, whoever may see them. */
  readonly countTools: () => number;
  /** Whether the server is well, by the app's own check too, and not about to stop. */
  readonly isHealthy: () => MaybePromise<boolean>;
  /** Calls back whenever the tools have changed, until the function that it answers is called. */
  readonly onToolsChanged: (listener: () => void) => () => void;
  /** Calls back once when the server is about to stop. */
  readonly onStop: (listener: () => void) => () => void;
  /** What calls may take, for work of a wire that is no call; left out, the server's defaults. */
  readonly limits?: ServiceLimits;
  /** The calls that go on as tasks; left out where none does. */
  readonly tasks?: ServiceTasks | undefined;
  /** Reads the files that tools have answered with, where their store can. */
  readonly artifacts?: ArtifactReader | undefined;
}

/** One decoded request plus the function that writes its answer; the closure keeps what only the wire knows. */
export type Exchange =
  | { readonly op: 'health'; reply(healthy: boolean): HttpResponse }
  | { readonly op: 'list'; reply(page: ToolPage): HttpResponse }
  | { readonly op: 'call'; readonly call: Call; reply(outcome: Outcome): HttpResponse }
  /** The wire makes its own use of the server. */
  | { readonly op: 'serve'; serve(service: ToolService): MaybePromise<HttpResponse> }
  /** Malformed, or a handshake: the wire answers alone. */
  | { readonly op: 'answer'; readonly response: HttpResponse };

/** One method on one path of a wire. */
export interface WireRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** What the route is for; `any` where the request says. The server refuses calls, and nothing else, while it drains. */
  readonly op: 'health' | 'list' | 'call' | 'any';
  /** `own`: everybody reaches the route, and the wire itself decides whom it answers. Health is always everybody's. */
  readonly admission?: 'server' | 'own';
  /** `own`: the wire itself decides which web pages may call. Left out, the server keeps out those that were led here. */
  readonly pages?: 'server' | 'own';
  /** `admitted`: only callers whom the server lets in learn that another method is not served here; the others are refused. Left out, everybody learns it. */
  readonly methods?: 'everybody' | 'admitted';
  accept(request: HttpRequest): MaybePromise<Exchange>;
  /** The answer when the server refuses before the request is decoded. */
  refuse(refusal: RefusedOutcome): HttpResponse;
}

/** Which headers a protocol has, in lower case, so that pages of other origins may send and read them where the app lets them call. */
export interface WireHeaders {
  /** What it reads of requests; `mcp-param-*` is every name that begins so. */
  readonly reads?: readonly string[];
  /** What it sends with answers. */
  readonly sends?: readonly string[];
}

/** A protocol: how its requests are read and its answers written. Routes are data, so a host can look before it calls. */
export interface WireCodec {
  readonly name: string;
  readonly routes: readonly WireRoute[];
  readonly headers?: WireHeaders;
}
