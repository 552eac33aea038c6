import { isPromise, type MaybePromise } from '@toolwire/core';
import type { HttpRequest, HttpResponse } from '@toolwire/core/wire';
import { LazySignal } from '@toolwire/internal';
import type { Notify } from '../json-rpc/requests.ts';
import type { RpcResponse } from '../json-rpc/responses.ts';
import { EventStream, streamHeaders } from './event-stream.ts';
import { jsonResponse } from './responses.ts';
import type { ClientConnection } from './running-session-request.ts';

/**
 * A response that becomes a stream if a message is sent before the response. A separate object, because it lives as long as the stream
 * and must not keep the request and its body in memory.
 */
export class LazyStream {
  readonly connection: StreamConnection;
  #stream: EventStream | undefined;
  #responded = false;
  #start: ((response: HttpResponse) => void) | undefined;

  constructor(request: HttpRequest) {
    this.connection = new StreamConnection(request, () => this.#end());
  }

  /** One JSON object, or a stream that ends with the response. MCP-HTTP-05 */
  respond(response: MaybePromise<RpcResponse>): MaybePromise<HttpResponse> {
    // An immediate response, as from most tools, needs no promise.
    if (!isPromise(response) && this.#stream === undefined && !this.#responded) {
      this.#responded = true;
      return jsonResponse(response);
    }
    return new Promise((resolve, reject) => {
      this.#start = resolve;
      if (this.#stream !== undefined) resolve(streamed(this.#stream));
      Promise.resolve(response).then((done) => this.#finish(done), reject);
    });
  }

  // Messages before the response go only to the stream of their request. MCP-HTTP-07, MCP-HTTP-08
  readonly notify: Notify = (text, key) => {
    // Nothing follows the response. MCP-PROG-03
    if (!this.#responded) this.#open().send(text, key);
  };

  /** Ends without a response, for a canceled request. */
  #end(): void {
    this.#responded = true;
    this.#open().close();
  }

  #finish(done: RpcResponse): void {
    if (this.#responded) return;
    this.#responded = true;
    if (this.#stream === undefined) this.#start?.(jsonResponse(done));
    else this.#stream.end(done.body);
  }

  #open(): EventStream {
    if (this.#stream === undefined) {
      // Closing the stream cancels the request. MCP-CANC-01
      this.#stream = new EventStream(() =>
        this.connection.abort(new DOMException('The client has disconnected', 'AbortError')),
      );
      this.#start?.(streamed(this.#stream));
    }
    return this.#stream;
  }
}

function streamed(stream: EventStream): HttpResponse {
  return { status: 200, headers: streamHeaders, body: stream };
}

/** The connection of the client. Its signal aborts when the client closes the connection or the stream. */
class StreamConnection extends LazySignal implements ClientConnection {
  readonly cancel: () => void;

  constructor(request: HttpRequest, cancel: () => void) {
    super(request);
    this.cancel = cancel;
  }
}
