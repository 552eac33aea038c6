import type { ContextValues, MaybePromise } from '@toolwire/core';
import {
  type BodyProblem,
  GrowingBytes,
  type HostBody,
  type HostCaller,
  type HostRequest,
  type Mounted,
} from '@toolwire/core/wire';

/** A web-standard request as the server sees it. */
export class FetchRequest implements HostRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly caller: HostCaller;
  readonly values: ContextValues;
  readonly #request: Request;
  readonly #left: HostBody | undefined;

  constructor(request: Request, path: string, query: string, mounted: Mounted, left: HostBody | undefined) {
    this.#request = request;
    this.#left = left;
    this.method = request.method;
    this.path = path;
    this.query = query;
    this.caller = mounted.caller;
    this.values = mounted.values;
  }

  header(name: string): string | undefined {
    return this.#request.headers.get(name) ?? (name === 'host' ? hostOf(this.#request.url) : undefined);
  }

  body(maxBytes: number): MaybePromise<HostBody> {
    return this.#left ?? readBody(this.#request, maxBytes);
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }
}

// HTTP/2 has no such header, and hosts that make a request themselves leave it out: its address says the same.
function hostOf(url: string): string {
  return new URL(url).host;
}

function readBody(request: Request, maxBytes: number): MaybePromise<HostBody> {
  if (request.bodyUsed) return unreadable('interrupted');
  return isBounded(request, maxBytes) ? readWhole(request, maxBytes) : readStream(request, maxBytes);
}

/**
 * Tells a request that can be read at once and still not beyond the limit: of a host that reads bodies in a way of its
 * own, from an HTTP parser that keeps them to their Content-Length. The body of any other may be longer than its header
 * says, and is read as a stream. That such a host (@hono/node-server) has to make first, which costs more than all else.
 */
function isBounded(request: Request, maxBytes: number): boolean {
  if (request.arrayBuffer === Request.prototype.arrayBuffer) return false;
  const length = request.headers.get('content-length');
  return length !== null && Number(length) <= maxBytes;
}

async function readWhole(request: Request, maxBytes: number): Promise<HostBody> {
  try {
    const bytes = new Uint8Array(await request.arrayBuffer());
    return bytes.length > maxBytes ? unreadable('too_large') : { kind: 'bytes', bytes };
  } catch {
    // It fails when the caller goes away, and then there is nobody to tell.
    return unreadable('interrupted');
  }
}

async function readStream(request: Request, maxBytes: number): Promise<HostBody> {
  const reader = request.body?.getReader();
  if (reader === undefined) return { kind: 'bytes', bytes: new Uint8Array() };
  const bytes = new GrowingBytes(maxBytes);
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      if (bytes.length + read.value.length > maxBytes) {
        await reader.cancel();
        return unreadable('too_large');
      }
      bytes.add(read.value);
    }
  } catch {
    // The stream fails when the caller goes away, and then there is nobody to tell.
    return unreadable('interrupted');
  }
  return { kind: 'bytes', bytes: bytes.take() };
}

function unreadable(problem: BodyProblem): HostBody {
  return { kind: 'unreadable', problem };
}
