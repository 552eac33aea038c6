import type { ContextValues, Principal } from '@toolwire/core';
import type { Caller, HostCaller, JsonOptions } from '@toolwire/core/internal';
import type { HostBody, HostRequest, HttpRequest, JsonBody } from '@toolwire/core/wire';
import type { HostGuard } from './host-guard.ts';
import { type BodyLimits, parseJson, unreadable, valueProblem } from './parse-json.ts';

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
  async json({ maxBytes, anyMediaType = false }: JsonOptions = {}): Promise<JsonBody> {
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
    return parseBody(await host.body(limits.maxBytes), limits, contentLength);
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

// `application/json`, or a type with the +json suffix.
const jsonMediaType = /^[ \t]*application\/(?:[a-z0-9!#$&^_.+-]+\+)?json(?![a-z0-9!#$&^_.+-])/iy;
// A name with a token or a quoted string, or nothing (RFC 9110, 5.6.6).
const parameter = /[ \t]*;[ \t]*(?:([^\s=;,"]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/y;

/**
 * Returns what is wrong with the headers of a body that should be JSON in UTF-8. A missing type is an error: a web page can send such a
 * request to another origin without a preflight, and could call local tools.
 */
export function mediaTypeProblem(
  contentType: string | undefined,
  contentEncoding: string | undefined,
): string | undefined {
  // Nearly every caller sends exactly this.
  if (contentType === 'application/json' && contentEncoding === undefined) return undefined;
  if (contentType === undefined) return 'Send the header "Content-Type: application/json"';
  const problem = typeProblem(contentType);
  if (problem !== undefined) return problem;
  if (contentEncoding !== undefined && contentEncoding.trim().toLowerCase() !== 'identity') {
    return 'Send the body without a Content-Encoding';
  }
  return undefined;
}

function typeProblem(contentType: string): string | undefined {
  const type = matchAt(0, jsonMediaType, contentType);
  if (type === null) return 'The Content-Type must be application/json';
  let end = type[0].length;
  for (let next = matchAt(end, parameter, contentType); next !== null; next = matchAt(end, parameter, contentType)) {
    const [text, name, quoted, token] = next;
    if (name?.toLowerCase() === 'charset' && !/^utf-?8$/i.test(quoted ?? token ?? '')) {
      return 'The charset must be utf-8';
    }
    end += text.length;
  }
  const rest = contentType.slice(end).trim();
  if (rest === '') return undefined;
  // Repeated headers arrive as one, joined by a comma.
  return rest.startsWith(',')
    ? 'Send one Content-Type header, not several'
    : 'The Content-Type must be application/json';
}

function matchAt(start: number, sticky: RegExp, text: string): RegExpExecArray | null {
  sticky.lastIndex = start;
  return sticky.exec(text);
}
