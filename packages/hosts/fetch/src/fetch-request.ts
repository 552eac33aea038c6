import type { ContextValues, MaybePromise } from '@toolwire/core';
import { ByteBuffer, type HostCaller, type RequestContext } from '@toolwire/core/internal';
import type { BodyProblem, HostBody, HostRequest } from '@toolwire/core/wire';

/** What the handler has read of a request. */
interface ReadRequest extends RequestContext {
  /** Below the base path. */
  readonly path: string;
  readonly query: string;
  /** The body, if a parser has read it. */
  readonly parsedBody: HostBody | undefined;
}

/** A web-standard request. */
export class FetchRequest implements HostRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly caller: HostCaller;
  readonly values: ContextValues;
  readonly #request: Request;
  readonly #parsedBody: HostBody | undefined;

  constructor(request: Request, { path, query, caller, values, parsedBody }: ReadRequest) {
    this.#request = request;
    this.#parsedBody = parsedBody;
    this.method = request.method;
    this.path = path;
    this.query = query;
    this.caller = caller;
    this.values = values;
  }

  header(name: string): string | undefined {
    return this.#request.headers.get(name) ?? (name === 'host' ? hostOf(this.#request.url) : undefined);
  }

  body(maxBytes: number): MaybePromise<HostBody> {
    if (this.#parsedBody !== undefined) return this.#parsedBody;
    const request = this.#request;
    if (request.bodyUsed) return unreadable('interrupted');
    return isBounded(request, maxBytes) ? readAtOnce(request, maxBytes) : readStream(request, maxBytes);
  }

  stream(): AsyncIterable<Uint8Array> | undefined {
    if (this.#parsedBody !== undefined || this.#request.bodyUsed) return undefined;
    return chunksOf(this.#request.body);
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }
}

// HTTP/2 has no Host header, and hosts may create requests without one. The URL has the host.
function hostOf(url: string): string {
  return new URL(url).host;
}

/**
 * Whether a body can be read at once within the limit: the host reads bodies itself, from an HTTP parser that enforces Content-Length.
 * Any other body may be longer than its header says, and is read as a stream. In @hono/node-server, creating that stream is expensive.
 */
function isBounded(request: Request, maxBytes: number): boolean {
  if (request.arrayBuffer === Request.prototype.arrayBuffer) return false;
  const length = request.headers.get('content-length');
  return length !== null && Number(length) <= maxBytes;
}

async function readAtOnce(request: Request, maxBytes: number): Promise<HostBody> {
  try {
    const bytes = new Uint8Array(await request.arrayBuffer());
    return bytes.length > maxBytes ? unreadable('too_large') : { kind: 'bytes', bytes };
  } catch {
    // Reading fails when the caller disconnects, and then no response is needed.
    return unreadable('interrupted');
  }
}

// ReadableStream is not iterable in every runtime.
async function* chunksOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body?.getReader();
  if (reader === undefined) return;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    reader.releaseLock();
  }
}

// Not a loop over `chunksOf`, since each chunk would also wait for the promises of a generator.
async function readStream(request: Request, maxBytes: number): Promise<HostBody> {
  const reader = request.body?.getReader();
  if (reader === undefined) return { kind: 'bytes', bytes: new Uint8Array() };
  const bytes = new ByteBuffer(maxBytes);
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      if (bytes.add(read.value)) continue;
      // Not canceled: SvelteKit and React Router would close the connection before the response is sent.
      reader.releaseLock();
      return unreadable('too_large');
    }
  } catch (error) {
    // The stream fails when the caller disconnects. SvelteKit also fails it above its limit, with an error of status 413.
    return unreadable(
      error instanceof Error && 'status' in error && error.status === 413 ? 'too_large' : 'interrupted',
    );
  }
  return { kind: 'bytes', bytes: bytes.take() };
}

function unreadable(problem: BodyProblem): HostBody {
  return { kind: 'unreadable', problem };
}
