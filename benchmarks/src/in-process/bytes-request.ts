import { type ContextValues, noContextValues } from '@toolwire/core';
import type { HostBody, HostRequest } from '@toolwire/core/wire';

/** A prepared request with its body, so that only the work of the server is measured. */
export class BytesRequest implements HostRequest {
  readonly query = '';
  readonly values: ContextValues = noContextValues;
  readonly method: string;
  readonly path: string;
  readonly #bytes: Uint8Array;

  constructor(method: string, path: string, bytes: Uint8Array) {
    this.method = method;
    this.path = path;
    this.#bytes = bytes;
  }

  header(name: string): string | undefined {
    if (name === 'content-type') return this.#bytes.length > 0 ? 'application/json' : undefined;
    return name === 'content-length' ? String(this.#bytes.length) : undefined;
  }

  body(): HostBody {
    return { kind: 'bytes', bytes: this.#bytes };
  }

  get signal(): AbortSignal {
    return new AbortController().signal;
  }
}
