import { andThen, type HttpRequest, type HttpResponse, type Lifetime, type MaybePromise } from '@toolwire/core';
import type { Notify } from '../rpc/context.ts';
import { type Answer, textOf } from '../rpc/json-rpc.ts';
import { EventStream } from './event-stream.ts';
import { jsonResponse, streamHeaders } from './response.ts';

/** Answers one request: what it may send ahead of the answer goes through `notify`. */
export type AnswerRequest = (notify: Notify | undefined, lifetime: Lifetime) => MaybePromise<Answer>;

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
  const waiting = new WaitingCaller(request);
  return new Promise((resolve, reject) => {
    let stream: EventStream | undefined;
    let answered = false;
    const notify: Notify = (text, about) => {
      if (answered) return;
      if (stream === undefined) {
        stream = new EventStream(keepAliveMs, () => waiting.leave());
        resolve({ status: 200, headers: streamHeaders, body: stream });
      }
      stream.send(text, about);
    };
    const finish = (done: Answer): void => {
      answered = true;
      if (stream === undefined) resolve(jsonResponse(done));
      else stream.end(textOf(done));
    };
    Promise.resolve(answer(notify, waiting)).then(finish, reject);
  });
}

/** A caller who leaves by closing the connection, or by reading no more of the stream. */
class WaitingCaller implements Lifetime {
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
