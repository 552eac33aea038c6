import type { Readable } from 'node:stream';
import type { ContextValues, MaybePromise } from '@toolwire/core';
import { ByteBuffer, bytesOf, type HostCaller } from '@toolwire/core/internal';
import type { HostBody, HostRequest } from '@toolwire/core/wire';
import {
  authorityOf,
  type IncomingRequest,
  isClosed,
  type OutgoingResponse,
  originForm,
  rawHeader,
} from './http-messages.ts';

/** Reads a body that the framework has parsed; `undefined` if the stream is unread. */
export type ParsedBody = (request: IncomingRequest) => HostBody | undefined;

/** Options that the adapter adds to the request. */
export interface NodeRequestOptions {
  /** Caller information from the adapter. */
  readonly caller?: HostCaller | undefined;
  readonly values: ContextValues;
  readonly parsedBody?: ParsedBody | undefined;
  /** The stream of the body, if the framework has replaced it. */
  readonly stream?: Readable | undefined;
  /** The path and query below the mount point, if the framework doesn't change `request.url`. */
  readonly url?: string | undefined;
}

/** A request of node:http, or of a framework on top of it. */
export class NodeRequest implements HostRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly caller: HostCaller | undefined;
  readonly values: ContextValues;
  readonly #request: IncomingRequest;
  readonly #response: OutgoingResponse;
  readonly #parsedBody: ParsedBody | undefined;
  readonly #stream: Readable;
  #controller: AbortController | undefined;

  constructor(request: IncomingRequest, response: OutgoingResponse, options: NodeRequestOptions) {
    this.#request = request;
    this.#response = response;
    this.#parsedBody = options.parsedBody;
    this.#stream = options.stream ?? request;
    this.caller = options.caller;
    this.values = options.values;
    this.method = request.method ?? 'GET';
    // Split, not parsed: URL would resolve `..`, turn `\` into `/` and read `//host` as a host.
    const url = options.url ?? originForm(request.url ?? '/');
    const mark = url.indexOf('?');
    this.path = mark === -1 ? url : url.slice(0, mark);
    this.query = mark === -1 ? '' : url.slice(mark + 1);
  }

  header(name: string): string | undefined {
    // The authority of the request target overrides the Host header (RFC 9113, section 8.3.1).
    return (name === 'host' ? authorityOf(this.#request) : undefined) ?? rawHeader(this.#request, name);
  }

  body(maxBytes: number): MaybePromise<HostBody> {
    return this.#parsedBody?.(this.#request) ?? readBody(this.#stream, maxBytes);
  }

  stream(): AsyncIterable<Uint8Array> | undefined {
    const parsedBody = this.#parsedBody?.(this.#request);
    if (parsedBody === undefined) return chunksOf(this.#stream);
    return parsedBody.kind === 'bytes' ? bytesOf(parsedBody.bytes) : undefined;
  }

  get isLoopback(): boolean {
    const { localAddress = '' } = this.#request.socket;
    return localAddress.startsWith('127.') || localAddress === '::1' || localAddress.startsWith('::ffff:127.');
  }

  get signal(): AbortSignal {
    this.#controller ??= abortOnDisconnect(this.#response);
    return this.#controller.signal;
  }
}

// The response's `close`, because the request's fires as soon as the body is read.
function abortOnDisconnect(response: OutgoingResponse): AbortController {
  const controller = new AbortController();
  const abortUnlessAnswered = (): void => {
    // If the caller cancels, Node marks the HTTP/2 stream as finished, although the response has not ended.
    if (!response.writableEnded || !response.writableFinished) controller.abort();
  };
  if (isClosed(response)) abortUnlessAnswered();
  else response.once('close', abortUnlessAnswered);
  return controller;
}

/**
 * Returns the body that a parser before the adapter has read; `undefined` while the stream is unread, because Express 4 sets `{}` even
 * if its parser skipped the request.
 */
export function bodyLeftBy(request: IncomingRequest, parsed: unknown): HostBody | undefined {
  if (!request.readableEnded) return undefined;
  if (parsed instanceof Uint8Array) return { kind: 'bytes', bytes: parsed };
  if (typeof parsed === 'string') return { kind: 'bytes', bytes: Buffer.from(parsed) };
  return parsed === undefined ? { kind: 'bytes', bytes: new Uint8Array() } : { kind: 'parsed', value: parsed };
}

/** Reads a body in chunks. The request stays open if its reader stops early, so that a response can follow. */
async function* chunksOf(stream: Readable): AsyncGenerator<Uint8Array, void, undefined> {
  if (stream.readableEnded || stream.destroyed) throw new Error('The request ended before its body did');
  yield* stream.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Uint8Array>;
}

/** Reads a body as bytes, up to a limit. The rest stays unread. */
function readBody(stream: Readable, maxBytes: number): Promise<HostBody> {
  return new Promise((resolve) => {
    const buffer = new ByteBuffer(maxBytes);
    // The listeners live as long as the request. They must not keep the body in memory.
    let settle: typeof resolve | undefined = resolve;
    const finish = (body: HostBody): void => {
      settle?.(body);
      settle = undefined;
    };
    const onData = (chunk: Buffer): void => {
      if (buffer.add(chunk)) return;
      stream.off('data', onData).pause();
      buffer.take();
      finish({ kind: 'unreadable', problem: 'too_large' });
    };
    const onEnd = (): void => finish({ kind: 'bytes', bytes: buffer.take() });
    // Every request closes. The body is only incomplete if it closes before its end.
    const onInterrupt = (): void => finish({ kind: 'unreadable', problem: 'interrupted' });

    if (stream.readableEnded || stream.destroyed) onInterrupt();
    else stream.on('data', onData).on('end', onEnd).on('error', onInterrupt).on('close', onInterrupt);
  });
}
