import { andThen, type ContextValues, type MaybePromise, type Principal } from '@toolwire/core';
import type { Caller, HostCaller, JsonOptions, ReportThrown } from '@toolwire/core/internal';
import type { BodyProblem, HostBody, HostRequest, HttpRequest, JsonBody } from '@toolwire/core/wire';
import { mediaTypeProblem } from './body-headers.ts';
import { type BodyLimits, textHasMoreParts, textNestsDeeper, valueProblem } from './body-limits.ts';
import type { HostGuard } from './host-guard.ts';

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
  readonly #report: ReportThrown;

  constructor(host: HostRequest, limits: BodyLimits, caller: Caller, hostGuard: HostGuard, report: ReportThrown) {
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
    this.#report = report;
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

  report(thrown: unknown, message: string): void {
    this.#report(thrown, message, (name) => this.#host.header(name));
  }

  header(name: string): string | undefined {
    return this.#host.header(name);
  }

  stream(): AsyncIterable<Uint8Array> | undefined {
    return this.#host.stream?.();
  }

  /**
   * Reads a body as JSON. Checks type, size, encoding and depth before it is parsed. Not cached: a long-running call would keep the whole
   * body in memory.
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

// `fatal`, because replacement characters would silently change IDs and values. A byte order mark is dropped (RFC 8259).
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses bytes as JSON, also for hosts without HTTP. The caller limits the length. */
export function parseJson(bytes: Uint8Array, limits: BodyLimits): JsonBody {
  if (bytes.length === 0) return unreadable('empty', limits);
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return unreadable('encoding', limits);
  }
  if (textNestsDeeper(text, limits.maxDepth)) return unreadable('too_deep', limits);
  if (limits.maxParts !== undefined && textHasMoreParts(text, limits.maxParts)) {
    return unreadable('too_many_parts', limits);
  }
  try {
    // Of members with the same name, the last counts.
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    // The parser's message quotes the body, which may contain secrets.
    return unreadable('not_json', limits);
  }
}

/** A body that can't be read, with an explanation for the caller. Protocols choose its HTTP status: for OTC, see `otc/src/http-status.ts`. */
function unreadable(problem: BodyProblem, limits: BodyLimits): JsonBody {
  return { ok: false, problem, detail: explain(problem, limits) };
}

function explain(problem: BodyProblem, { maxBytes, maxDepth, maxParts }: BodyLimits): string {
  switch (problem) {
    case 'too_large':
      return `The body must be at most ${maxBytes} bytes long`;
    case 'media_type':
      return 'The body must be application/json in UTF-8, without a Content-Encoding';
    case 'encoding':
      return 'The body is not valid UTF-8';
    case 'too_deep':
      return `The body must not nest deeper than ${maxDepth} levels`;
    case 'too_many_parts':
      return `The body must have at most ${maxParts} parts: lists, objects and their members`;
    case 'not_json':
      return 'The body is not valid JSON';
    case 'empty':
      return 'The request has no body';
    case 'interrupted':
      return 'The request ended before its body did';
  }
}
