import { andThen, type ContextValues, type MaybePromise, type Principal } from '@toolwire/core';
import type { Caller, HostCaller, JsonOptions } from '@toolwire/core/internal';
import type { HostBody, HostRequest, HttpRequest, JsonBody } from '@toolwire/core/wire';
import { mediaTypeProblem } from './body-headers.ts';
import type { HostGuard } from './host-guard.ts';
import { valueProblem } from './json-limits.ts';
import { type BodyLimits, parseJson, unreadable } from './parse-json.ts';

/** A host's request as protocols see it, with a body that is read as JSON on demand. */
export class JsonRequest implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly caller: HostCaller | undefined;
  readonly values: ContextValues;
  readonly principal: Principal | undefined;
  readonly isCallerKnown: boolean;
  readonly #host: HostRequest;
  readonly #limits: BodyLimits;
  readonly #hostGuard: HostGuard;

  constructor(host: HostRequest, limits: BodyLimits, caller: Caller, hostGuard: HostGuard) {
    this.method = host.method;
    this.path = host.path;
    this.query = host.query;
    this.caller = host.caller;
    this.values = host.values;
    this.principal = caller.principal;
    this.isCallerKnown = caller.isCallerKnown;
    this.#host = host;
    this.#limits = limits;
    this.#hostGuard = hostGuard;
  }

  // Hosts create the signal on first use.
  get signal(): AbortSignal {
    return this.#host.signal;
  }

  get isLoopback(): boolean | undefined {
    return this.#host.isLoopback;
  }

  get isAllowedHost(): boolean {
    return this.#hostGuard.isAllowedHost(this.#host);
  }

  reportHost(): void {
    this.#hostGuard.reportHost(this.#host);
  }

  header(name: string): string | undefined {
    return this.#host.header(name);
  }

  stream(): AsyncIterable<Uint8Array> | undefined {
    return this.#host.stream?.();
  }

  /**
   * Reads a body as JSON. Its type, size, encoding and depth are checked before `JSON.parse`. The depth of a body that the app has parsed
   * is checked afterwards. Not cached: a long-running call would keep the whole body in memory.
   */
  json({ maxBytes, anyMediaType = false }: JsonOptions = {}): MaybePromise<JsonBody> {
    const host = this.#host;
    const limits =
      maxBytes === undefined ? this.#limits : { ...this.#limits, maxBytes: Math.min(maxBytes, this.#limits.maxBytes) };
    if (!anyMediaType) {
      const detail = mediaTypeProblem(host.header('content-type'), host.header('content-encoding'));
      if (detail !== undefined) return { ok: false, problem: 'media_type', detail };
    }
    // A body with too large a Content-Length is refused unread.
    const contentLength = host.header('content-length');
    if (Number(contentLength) > limits.maxBytes) return unreadable('too_large', limits);
    return andThen(host.body(limits.maxBytes), (body) => parseBody(body, limits, contentLength));
  }
}

function parseBody(body: HostBody, limits: BodyLimits, contentLength: string | undefined): JsonBody {
  switch (body.kind) {
    case 'bytes':
      return parseJson(body.bytes, limits);
    case 'parsed': {
      const problem = valueProblem(body.value, limits.maxDepth, limits.maxParts);
      return problem === undefined ? { ok: true, value: body.value } : unreadable(problem, limits);
    }
    case 'unreadable':
      // Within this limit, so a body parser of the app has a lower limit.
      return body.problem === 'too_large' && Number(contentLength) <= limits.maxBytes
        ? { ok: false, problem: 'too_large', detail: "The body is longer than the app's own body parser allows" }
        : unreadable(body.problem, limits);
  }
}
