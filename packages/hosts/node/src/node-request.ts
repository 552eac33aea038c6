import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { ContextValues, MaybePromise } from '@toolwire/core';
import type { HostBody, HostCaller, HostRequest } from '@toolwire/core/wire';
import { authorityOf, originForm } from './origin-form.ts';
import { rawHeader } from './raw-header.ts';
import { readBody } from './read-body.ts';

/** The body as a framework's own parser left it; `undefined` when nobody has read it yet. */
export type ParsedBody = (request: IncomingMessage) => HostBody | undefined;

/** What an adapter knows better than the request itself. */
export interface NodeRequestOptions {
  /** What the host knows of who calls. */
  readonly caller?: HostCaller | undefined;
  readonly values: ContextValues;
  readonly parsedBody?: ParsedBody | undefined;
  /** What the body is read from, where a host has put something in the place of the request itself. */
  readonly stream?: Readable | undefined;
  /** The path and query below the mount point, where the host does not cut `request.url` itself. */
  readonly url?: string | undefined;
}

/** A request of node:http, or of a framework on top of it, as the server sees it. */
export class NodeRequest implements HostRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly caller: HostCaller | undefined;
  readonly values: ContextValues;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #parsedBody: ParsedBody | undefined;
  readonly #stream: Readable;
  readonly #authority: string | undefined;
  #controller: AbortController | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, options: NodeRequestOptions) {
    this.#request = request;
    this.#response = response;
    this.#parsedBody = options.parsedBody;
    this.#stream = options.stream ?? request;
    this.caller = options.caller;
    this.values = options.values;
    this.method = request.method ?? 'GET';
    this.#authority = authorityOf(request.url ?? '/');
    // Cut, not parsed: URL would fold `..`, turn `\` into `/` and read `//host` as a host.
    const url = originForm(options.url ?? request.url ?? '/');
    const mark = url.indexOf('?');
    this.path = mark === -1 ? url : url.slice(0, mark);
    this.query = mark === -1 ? '' : url.slice(mark + 1);
  }

  header(name: string): string | undefined {
    return name === 'host' && this.#authority !== undefined ? this.#authority : rawHeader(this.#request, name);
  }

  body(maxBytes: number): MaybePromise<HostBody> {
    return this.#parsedBody?.(this.#request) ?? readBody(this.#stream, maxBytes);
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

// The response's close, not the request's: that one fires as soon as the body is read.
function abortOnDisconnect(response: ServerResponse): AbortController {
  const controller = new AbortController();
  const abortUnlessAnswered = (): void => {
    if (!response.writableFinished) controller.abort();
  };
  if (response.destroyed) abortUnlessAnswered();
  else response.once('close', abortUnlessAnswered);
  return controller;
}
