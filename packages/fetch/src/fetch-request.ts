import type { BodyProblem, ContextValues, HostBody, HostRequest, MaybePromise } from '@toolwire/core';

/** A web-standard request as the server sees it. */
export class FetchRequest implements HostRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly values: ContextValues;
  readonly #request: Request;
  readonly #left: HostBody | undefined;

  constructor(request: Request, path: string, query: string, values: ContextValues, left: HostBody | undefined) {
    this.#request = request;
    this.#left = left;
    this.method = request.method;
    this.path = path;
    this.query = query;
    this.values = values;
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
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      length += read.value.length;
      if (length > maxBytes) {
        await reader.cancel();
        return unreadable('too_large');
      }
      chunks.push(read.value);
    }
  } catch {
    // The stream fails when the caller goes away, and then there is nobody to tell.
    return unreadable('interrupted');
  }
  return { kind: 'bytes', bytes: chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : concat(chunks, length) };
}

function concat(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

function unreadable(problem: BodyProblem): HostBody {
  return { kind: 'unreadable', problem };
}
