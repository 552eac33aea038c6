import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ContextValues, HostBody, HostRequest, MaybePromise } from '@toolwire/core';
import { readBody } from './read-body.ts';

/** A request of node:http as the server sees it. */
export class NodeRequest implements HostRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly values: ContextValues;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  #controller: AbortController | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, values: ContextValues) {
    this.#request = request;
    this.#response = response;
    this.values = values;
    this.method = request.method ?? 'GET';
    // Cut, not parsed: URL would fold `..`, turn `\` into `/` and read `//host` as a host.
    const url = request.url ?? '/';
    const mark = url.indexOf('?');
    this.path = mark === -1 ? url : url.slice(0, mark);
    this.query = mark === -1 ? '' : url.slice(mark + 1);
  }

  // From the raw list: node itself keeps only the first of a repeated Content-Type or Authorization.
  header(name: string): string | undefined {
    const { rawHeaders } = this.#request;
    let found: string | undefined;
    for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
      const field = rawHeaders[index] as string;
      if (field.length !== name.length || field.toLowerCase() !== name) continue;
      const value = rawHeaders[index + 1] as string;
      found = found === undefined ? value : `${found}, ${value}`;
    }
    return found;
  }

  body(maxBytes: number): MaybePromise<HostBody> {
    return readBody(this.#request, maxBytes);
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      const response = this.#response;
      // The response's close, not the request's: that one fires as soon as the body is read.
      const onClose = (): void => {
        if (!response.writableFinished) controller.abort();
      };
      if (response.destroyed) onClose();
      else response.once('close', onClose);
      this.#controller = controller;
    }
    return this.#controller.signal;
  }
}
