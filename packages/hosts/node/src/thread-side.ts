import { isMainThread, type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { InputAnswers, InputRequest, JsonValue, Principal, ToolLogger } from '@toolwire/core';
import { carry, unload } from './carried-error.ts';
import type { CallDetails, FromThread, LogLevel, Request, ToThread } from './thread-messages.ts';

/** What a tool is given that runs in a thread of its own; its functions may be taken out of it. */
export interface IsolatedContext {
  readonly callId: string;
  /** The id and version that run. */
  readonly toolId: string;
  /** Aborts when the caller is gone or the time is up; a thread that goes on all the same is ended. */
  readonly signal: AbortSignal;
  readonly principal: Principal | undefined;
  /** The user for whom the call is made, when the tool requires one. */
  readonly userId: string | undefined;
  readonly progress: (done: number, total?: number, message?: string) => void;
  readonly ask: <Key extends string>(requests: Readonly<Record<Key, InputRequest>>) => Promise<InputAnswers<Key>>;
  /** What an earlier run of the same call has saved last. */
  readonly saved: JsonValue | undefined;
  readonly save: (value: JsonValue) => Promise<void>;
  readonly log: ToolLogger;
  /** The token for a provider that the tool declares in its requirements. */
  readonly token: (providerId: string) => Promise<string | undefined>;
  /** The value of a secret that the tool declares in its requirements. */
  readonly secret: (secretId: string) => Promise<string | undefined>;
}

/** Does the work, in the thread. */
type IsolatedRun = (input: never, context: IsolatedContext) => unknown;

/** Whether this is a thread that was started for this module. */
export function isThreadOf(module: string): boolean {
  if (isMainThread || typeof workerData !== 'object' || workerData === null) return false;
  return Reflect.get(workerData, 'toolwireModule') === module;
}

/** Runs the calls that the thread is sent under a name, one after the other. */
export function answerCalls(name: string, run: IsolatedRun): void {
  const port = parentPort;
  if (port === null) return;
  let current: ThreadCall | undefined;
  port.on('message', (message: ToThread) => {
    if (message.kind !== 'call') current?.hear(message);
    else if (message.name === name) {
      current = new ThreadCall(port, message.details);
      void current.run(run, message.input).finally(() => {
        current = undefined;
      });
    }
  });
  port.postMessage({ kind: 'ready', name } satisfies FromThread);
}

class ThreadCall {
  readonly #port: MessagePort;
  readonly #details: CallDetails;
  readonly #controller = new AbortController();
  readonly #waiting = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>();
  /** Refusals by their error, so that the thread of the server can go on with what it has thrown there. */
  readonly #refusals = new WeakMap<object, number>();
  #requests = 0;

  constructor(port: MessagePort, details: CallDetails) {
    this.#port = port;
    this.#details = details;
  }

  async run(run: IsolatedRun, input: unknown): Promise<void> {
    try {
      this.#send({ kind: 'returned', value: await run(input as never, this.#context()) });
    } catch (thrown) {
      const refusal = typeof thrown === 'object' && thrown !== null ? this.#refusals.get(thrown) : undefined;
      this.#send({ kind: 'threw', error: carry(thrown), refusal });
    }
  }

  hear(message: Exclude<ToThread, { readonly kind: 'call' }>): void {
    if (message.kind === 'abort') {
      this.#controller.abort(unload(message.reason));
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.kind === 'answer') {
      waiting?.resolve(message.value);
      return;
    }
    const error = unload(message.error);
    this.#refusals.set(error, message.id);
    waiting?.reject(error);
  }

  #context(): IsolatedContext {
    const { signal } = this.#controller;
    const { saved, ...details } = this.#details;
    return {
      ...details,
      signal,
      saved: saved as JsonValue | undefined,
      progress: (done, total, message) => this.#send({ kind: 'progress', done, total, message }),
      ask: <Key extends string>(requests: Readonly<Record<Key, InputRequest>>) =>
        this.#request<InputAnswers<Key>>('ask', requests),
      save: (value) => this.#request<void>('save', value),
      token: (id) => this.#request<string | undefined>('token', id),
      secret: (id) => this.#request<string | undefined>('secret', id),
      log: {
        debug: this.#logAt('debug'),
        info: this.#logAt('info'),
        warn: this.#logAt('warn'),
        error: this.#logAt('error'),
      },
    };
  }

  #logAt(level: LogLevel): (about: unknown, message?: string) => void {
    return (about, message) => {
      const isError = about instanceof Error;
      // What cannot be sent is told of as text.
      const sent = isError ? undefined : (JSON.parse(JSON.stringify(about ?? null)) as unknown);
      this.#send({ kind: 'log', level, about: sent, error: isError ? carry(about) : undefined, message });
    };
  }

  // The thread of the server answers by the request's kind, so the type of the answer follows from it.
  #request<Answer>(what: Request, argument: unknown): Promise<Answer> {
    this.#requests += 1;
    const id = this.#requests;
    return new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ kind: 'request', id, what, argument });
    }) as Promise<Answer>;
  }

  #send(message: FromThread): void {
    this.#port.postMessage(message);
  }
}
