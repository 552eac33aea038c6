import type { Worker } from 'node:worker_threads';
import type { ThreadCallContext } from './call-context.ts';
import { type CallEnd, type CallMessage, RunningCall } from './running-call.ts';
import { serializeError } from './serialized-error.ts';
import { detailsOf, type FromThread, type ThreadStart, type ToThread } from './thread-messages.ts';
import { loadWorkerThreads } from './thread-runtime.ts';

export interface ThreadOptions {
  /** The file URL of the module that the thread loads. */
  readonly module: string;
  /** The file URL of a module that the thread loads first. */
  readonly preload: string | undefined;
  readonly name: string;
}

/** How long a call may run after its signal aborts, before its thread is terminated. */
const terminateAfterMs = 100;

/** The code of a thread: loads the module and reports that it is loaded. */
const bootstrapCode = `
const { workerData, parentPort } = require('node:worker_threads');
const { preload, toolwireModule } = workerData;
(preload === undefined ? Promise.resolve() : import(preload))
  .then(() => import(toolwireModule))
  .then(() => parentPort.postMessage({ kind: 'loaded' }), (error) => queueMicrotask(() => { throw error; }));
`;

/** A thread that runs one call at a time. An endless loop can only be terminated from another thread (FAULT-16). */
export class ToolThread {
  readonly #worker: Worker;
  readonly #loaded: Promise<void>;
  #call: RunningCall | undefined;
  #isAlive = true;

  constructor(options: ThreadOptions) {
    const { module, preload, name } = options;
    const start: ThreadStart = { toolwireModule: module, toolwireName: name, preload };
    const { Worker } = loadWorkerThreads();
    this.#worker = new Worker(bootstrapCode, { eval: true, workerData: start });
    let registrations = 0;
    this.#loaded = new Promise((resolve, reject) => {
      this.#worker.on('message', (message: FromThread) => {
        if (message.kind === 'ready') registrations += 1;
        else if (message.kind !== 'loaded') this.#receive(message);
        else if (registrations === 1) resolve();
        else reject(new TypeError(registrations === 0 ? missingMessage(options) : duplicateMessage(options)));
      });
      this.#worker.on('error', (error) => {
        // The thread exits soon, so the next call must not get it.
        this.#isAlive = false;
        reject(error);
        this.#end({ thrown: error });
      });
      this.#worker.on('exit', () => {
        this.#isAlive = false;
        const error = new Error('The thread exited before the call returned, for example with process.exit().');
        reject(error);
        this.#end({ thrown: error });
      });
    });
    // Each run handles the rejection.
    this.#loaded.catch(() => undefined);
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Runs one call. Rejects when the thread ends first. */
  async run(input: unknown, context: ThreadCallContext): Promise<unknown> {
    const { signal } = context;
    let terminateTimer: ReturnType<typeof setTimeout> | undefined;
    const abort = (): void => {
      this.#post({ kind: 'abort', reason: serializeError(signal.reason) });
      terminateTimer = setTimeout(() => {
        this.#end({ thrown: signal.reason });
        void this.stop();
      }, terminateAfterMs);
    };
    this.#worker.ref();
    signal.addEventListener('abort', abort, { once: true });
    try {
      return await new Promise((resolve, reject) => {
        this.#call = new RunningCall(context, {
          post: (message) => this.#post(message),
          onEnd: (end) => ('value' in end ? resolve(end.value) : reject(end.thrown)),
        });
        this.#loaded.then(
          () => this.#begin(input, context),
          (error: unknown) => this.#end({ thrown: error }),
        );
        if (signal.aborted) abort();
      });
    } finally {
      this.#call = undefined;
      clearTimeout(terminateTimer);
      signal.removeEventListener('abort', abort);
      this.#worker.unref();
    }
  }

  /** Terminates the thread. */
  async stop(): Promise<void> {
    this.#isAlive = false;
    await this.#worker.terminate();
  }

  #begin(input: unknown, context: ThreadCallContext): void {
    try {
      context.signal.throwIfAborted();
      this.#post({ kind: 'call', input, details: detailsOf(context) });
    } catch (error) {
      // A function in the input can't be sent to another thread.
      this.#end({ thrown: error });
    }
  }

  /** An error of the context's functions fails the call. Thrown here, it would end the process. */
  #receive(message: CallMessage): void {
    try {
      this.#call?.receive(message);
    } catch (error) {
      this.#end({ thrown: error });
      void this.stop();
    }
  }

  #end(end: CallEnd): void {
    this.#call?.end(end);
  }

  #post(message: ToThread): void {
    this.#worker.postMessage(message);
  }
}

function missingMessage({ module, name }: ThreadOptions): string {
  return `The module '${module}', loaded in a thread, did not call isolated() with the name '${name}'. Call it at the top level of the module, with the URL of the module.`;
}

function duplicateMessage({ module, name }: ThreadOptions): string {
  return `The module '${module}' calls isolated() more than once with the name '${name}'. Use a unique name for each call: isolated({ module: import.meta.url, name: 'other' }, run).`;
}
