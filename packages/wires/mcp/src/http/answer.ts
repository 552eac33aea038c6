import { andThen, type MaybePromise } from '@toolwire/core';
import type { HttpRequest, HttpResponse } from '@toolwire/core/wire';
import type { Notify } from '../rpc/context.ts';
import { type Answer, textOf } from '../rpc/json-rpc.ts';
import { EventStream } from './event-stream.ts';
import { jsonResponse, streamHeaders } from './response.ts';
import type { WaitingClient } from './waiting-client.ts';

/** Answers one request: what it may send ahead of the answer goes through `notify`. */
export type AnswerRequest = (notify: Notify | undefined, waiting: WaitingClient) => MaybePromise<Answer>;

/** Answers as JSON, with nothing ahead of it. */
export function answerAsJson(request: HttpRequest, answer: AnswerRequest): MaybePromise<HttpResponse> {
  return andThen(answer(undefined, request), jsonResponse);
}

/** Answers as JSON, or as a stream from the moment on in which something is sent ahead of the answer. */
export function answerAsStream(
  request: HttpRequest,
  keepAliveMs: number,
  answer: AnswerRequest,
): Promise<HttpResponse> {
  // MCP-HTTP-05: one JSON object, or a stream that ends with it.
  const waiting = new WaitingCaller(request);
  const { response, notify, finish, release, fail } = lateStream(keepAliveMs, waiting);
  waiting.release = release;
  Promise.resolve(answer(notify, waiting)).then(finish, fail);
  return response;
}

/** A response that becomes a stream with the first message ahead of the answer. */
interface LateStream {
  readonly response: Promise<HttpResponse>;
  readonly notify: Notify;
  readonly finish: (done: Answer) => void;
  /** Ends without an answer, which nobody wants any longer. */
  readonly release: () => void;
  readonly fail: (thrown: unknown) => void;
}

// By itself, since what stands beside these functions lives as long as the stream: the request and its body must not.
function lateStream(keepAliveMs: number, waiting: WaitingCaller): LateStream {
  let stream: EventStream | undefined;
  let answered = false;
  let resolve: (response: HttpResponse) => void = () => undefined;
  let fail: LateStream['fail'] = () => undefined;
  const response = new Promise<HttpResponse>((...settle) => {
    [resolve, fail] = settle;
  });
  return {
    response,
    fail,
    // MCP-HTTP-07, MCP-HTTP-08: what is said ahead of an answer goes out on the stream of its request, and on no other.
    notify: (text, about) => {
      // MCP-PROG-03: nothing follows the answer.
      if (!answered) open().send(text, about);
    },
    release: () => {
      answered = true;
      open().close();
    },
    finish: (done) => {
      if (answered) return;
      answered = true;
      if (stream === undefined) resolve(jsonResponse(done));
      else stream.end(done.body instanceof Uint8Array ? textOf(done) : done.body);
    },
  };

  function open(): EventStream {
    if (stream === undefined) {
      // MCP-CANC-01: a caller who reads no more has cancelled the request.
      stream = new EventStream(keepAliveMs, () => waiting.leave());
      resolve({ status: 200, headers: streamHeaders, body: stream });
    }
    return stream;
  }
}

/** A caller who leaves by closing the connection, or by reading no more of the stream. */
class WaitingCaller implements WaitingClient {
  release: (() => void) | undefined;
  readonly #request: HttpRequest;
  #controller: AbortController | undefined;
  #left = false;

  constructor(request: HttpRequest) {
    this.#request = request;
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
