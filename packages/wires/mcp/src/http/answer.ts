import { andThen, isPromise, type MaybePromise } from '@toolwire/core';
import type { HttpRequest, HttpResponse } from '@toolwire/core/wire';
import type { Notify } from '../rpc/context.ts';
import { type Answer, textOf } from '../rpc/json-rpc.ts';
import { EventStream } from './event-stream.ts';
import { jsonResponse, streamHeaders } from './response.ts';
import type { WaitingClient } from './waiting-client.ts';

/** Answers as JSON; or as a stream, where there may be one, from the moment on in which something is sent ahead of the answer. */
export function respond(answer: MaybePromise<Answer>, stream: LateStream | undefined): MaybePromise<HttpResponse> {
  return stream === undefined ? andThen(answer, jsonResponse) : stream.respond(answer);
}

/** A response that becomes a stream with the first message ahead of the answer; by itself, since it lives as long as that: the request and its body must not. */
export class LateStream {
  /** Who waits for the answer, and may leave. */
  readonly waiting: WaitingClient;
  readonly #keepAliveMs: number;
  readonly #caller: WaitingCaller;
  #stream: EventStream | undefined;
  #answered = false;
  #begin: ((response: HttpResponse) => void) | undefined;

  constructor(keepAliveMs: number, request: HttpRequest) {
    this.#keepAliveMs = keepAliveMs;
    this.#caller = new WaitingCaller(request, () => this.#release());
    this.waiting = this.#caller;
  }

  /** MCP-HTTP-05: one JSON object, or a stream that ends with it. */
  respond(answer: MaybePromise<Answer>): MaybePromise<HttpResponse> {
    // What is answered at once, as by most tools, needs no promise of a stream.
    if (!isPromise(answer) && this.#stream === undefined && !this.#answered) {
      this.#answered = true;
      return jsonResponse(answer);
    }
    return new Promise((resolve, reject) => {
      this.#begin = resolve;
      if (this.#stream !== undefined) resolve(streamed(this.#stream));
      Promise.resolve(answer).then((done) => this.#finish(done), reject);
    });
  }

  // MCP-HTTP-07, MCP-HTTP-08: what is said ahead of an answer goes out on the stream of its request, and on no other.
  readonly notify: Notify = (text, about) => {
    // MCP-PROG-03: nothing follows the answer.
    if (!this.#answered) this.#open().send(text, about);
  };

  /** Ends without an answer, which nobody wants any longer. */
  #release(): void {
    this.#answered = true;
    this.#open().close();
  }

  #finish(done: Answer): void {
    if (this.#answered) return;
    this.#answered = true;
    if (this.#stream === undefined) this.#begin?.(jsonResponse(done));
    else this.#stream.end(done.body instanceof Uint8Array ? textOf(done) : done.body);
  }

  #open(): EventStream {
    if (this.#stream === undefined) {
      // MCP-CANC-01: a caller who reads no more has cancelled the request.
      this.#stream = new EventStream(this.#keepAliveMs, () => this.#caller.leave());
      this.#begin?.(streamed(this.#stream));
    }
    return this.#stream;
  }
}

function streamed(stream: EventStream): HttpResponse {
  return { status: 200, headers: streamHeaders, body: stream };
}

/** A caller who leaves by closing the connection, or by reading no more of the stream. */
class WaitingCaller implements WaitingClient {
  readonly release: () => void;
  readonly #request: HttpRequest;
  #controller: AbortController | undefined;
  #left = false;

  constructor(request: HttpRequest, release: () => void) {
    this.#request = request;
    this.release = release;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      const { signal } = this.#request;
      if (this.#left || signal.aborted) this.#controller.abort();
      else signal.addEventListener('abort', () => this.leave(), { once: true });
    }
    return this.#controller.signal;
  }

  leave(): void {
    this.#left = true;
    this.#controller?.abort();
  }
}
