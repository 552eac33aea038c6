import type { MessagePort } from 'node:worker_threads';
import type { IsolatedContext, LogLevel } from './call-context.ts';
import { deserializeError, serializeError, toLogData } from './serialized-error.ts';
import type { CallDetails, ContextFunction, FromThread, ToThread, UploadCopy } from './thread-messages.ts';

type IsolatedRun = (input: never, context: IsolatedContext) => unknown;

/** Loads `node:worker_threads` on first use. Its import would take a twentieth of the time that `import 'toolwire'` takes. */
export function loadWorkerThreads(): typeof import('node:worker_threads') {
  return process.getBuiltinModule('node:worker_threads');
}

/** Whether this is a thread that was started for this function of this module. */
export function isThreadOf(module: string, name: string): boolean {
  const threads = loadWorkerThreads();
  const workerData: unknown = threads.workerData;
  if (threads.isMainThread || typeof workerData !== 'object' || workerData === null) return false;
  return Reflect.get(workerData, 'toolwireModule') === module && Reflect.get(workerData, 'toolwireName') === name;
}

/** Runs the calls that the main thread sends, one at a time. */
export function answerCalls(run: IsolatedRun): void {
  const { parentPort: port } = loadWorkerThreads();
  if (port === null) return;
  let current: ThreadCall | undefined;
  port.on('message', (message: ToThread) => {
    if (message.kind !== 'call') current?.receive(message);
    else {
      current = new ThreadCall(port, message.details);
      void current.run(run, message.input).finally(() => {
        current = undefined;
      });
    }
  });
  port.postMessage({ kind: 'ready' } satisfies FromThread);
}

class ThreadCall {
  readonly #port: MessagePort;
  readonly #details: CallDetails;
  readonly #controller = new AbortController();
  readonly #pendingRequests = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>();
  /** The IDs of failed requests by their errors, so that the main thread can rethrow the original error. */
  readonly #refusals = new WeakMap<object, number>();
  #lastRequestId = 0;
  #hasEnded = false;

  constructor(port: MessagePort, details: CallDetails) {
    this.#port = port;
    this.#details = details;
  }

  async run(run: IsolatedRun, input: unknown): Promise<void> {
    try {
      this.#send({ kind: 'returned', value: await run(input as never, this.#context()) });
    } catch (thrown) {
      const refusal = typeof thrown === 'object' && thrown !== null ? this.#refusals.get(thrown) : undefined;
      this.#send({ kind: 'threw', error: serializeError(thrown), refusal });
    } finally {
      this.#hasEnded = true;
    }
  }

  receive(message: Exclude<ToThread, { readonly kind: 'call' }>): void {
    if (message.kind === 'abort') {
      this.#controller.abort(deserializeError(message.reason));
      return;
    }
    const pending = this.#pendingRequests.get(message.id);
    this.#pendingRequests.delete(message.id);
    if (message.kind === 'answer') {
      pending?.resolve(message.value);
      return;
    }
    const error = deserializeError(message.error);
    this.#refusals.set(error, message.id);
    pending?.reject(error);
  }

  #context(): IsolatedContext {
    const { signal } = this.#controller;
    const { client, ...details } = this.#details;
    const { askable, ...names } = client;
    return {
      ...details,
      client: { ...names, canAsk: (kind) => askable.includes(kind) },
      signal,
      progress: (done, total, message) => this.#send({ kind: 'progress', done, total, message }),
      ask: (requests) => this.#request('ask', requests),
      save: (value) => this.#request('save', value),
      upload: async (reference) => {
        const { bytes, ...file } = await this.#request<UploadCopy>('upload', reference);
        return { ...file, bytes: async () => bytes, text: async () => new TextDecoder().decode(bytes) };
      },
      token: (id) => this.#request('token', id),
      secret: (id) => this.#request('secret', id),
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
      const data = isError ? undefined : toLogData(about ?? null);
      this.#send({ kind: 'log', level, about: data, error: isError ? serializeError(about) : undefined, message });
    };
  }

  // The cast is safe: the main thread answers with the result of the context's function, which has this type.
  #request<Answer>(name: ContextFunction, argument: unknown): Promise<Answer> {
    this.#lastRequestId += 1;
    const id = this.#lastRequestId;
    return new Promise<unknown>((resolve, reject) => {
      this.#pendingRequests.set(id, { resolve, reject });
      this.#send({ kind: 'request', id, name, argument });
    }) as Promise<Answer>;
  }

  /** Drops what the tool sends after it has returned, because the thread may run the call of another user by then. */
  #send(message: FromThread): void {
    if (!this.#hasEnded) this.#port.postMessage(message);
  }
}
