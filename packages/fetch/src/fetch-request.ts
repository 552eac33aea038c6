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
    return this.#request.headers.get(name) ?? undefined;
  }

  body(maxBytes: number): MaybePromise<HostBody> {
    return this.#left ?? readStream(this.#request, maxBytes);
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }
}

async function readStream(request: Request, maxBytes: number): Promise<HostBody> {
  if (request.bodyUsed) return unreadable('interrupted');
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
