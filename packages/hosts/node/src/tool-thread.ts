import { Worker } from 'node:worker_threads';
import type { InputRequest, JsonValue, ToolContext } from '@toolwire/core';
import { carry, unload } from './carried-error.ts';
import type { FromThread, ThreadStart, ToThread } from './thread-messages.ts';

/** What a thread is started for. */
export interface ThreadOptions {
  /** The address of the module that it loads. */
  readonly module: string;
  /** The address of a module that it loads before. */
  readonly preload: string | undefined;
  readonly name: string;
  /** How long a run may go on that minds its signal. */
  readonly graceMs: number;
}

/** The first lines of a thread: it loads what it is for, and says so. */
const firstLines = `
const { workerData, parentPort } = require('node:worker_threads');
const { preload, toolwireModule } = workerData;
(preload === undefined ? Promise.resolve() : import(preload))
  .then(() => import(toolwireModule))
  .then(() => parentPort.postMessage({ kind: 'loaded' }), (error) => queueMicrotask(() => { throw error; }));
`;

interface Run {
  readonly context: ToolContext;
  readonly refusals: Map<number, unknown>;
  end(how: { readonly value: unknown } | { readonly thrown: unknown }): void;
}

/** A thread that runs a tool, one call at a time. FAULT-16: a loop that never comes back can be ended from outside alone. */
export class ToolThread {
  readonly #worker: Worker;
  readonly #options: ThreadOptions;
  readonly #loaded: Promise<void>;
  #run: Run | undefined;
  #isAlive = true;

  constructor(options: ThreadOptions) {
    const { module, preload, name } = options;
    this.#options = options;
    const start: ThreadStart = { toolwireModule: module, preload };
    this.#worker = new Worker(firstLines, { eval: true, workerData: start });
    let ready = 0;
    this.#loaded = new Promise((resolve, reject) => {
      this.#worker.on('message', (message: FromThread) => {
        if (message.kind === 'ready') ready += Number(message.name === name);
        else if (message.kind !== 'loaded') this.#hear(message);
        else if (ready === 1) resolve();
        else reject(new TypeError(ready === 0 ? lacking(options) : twice(options)));
      });
      this.#worker.on('error', (error) => {
        reject(error);
        this.#end({ thrown: error });
      });
      this.#worker.on('exit', () => {
        this.#isAlive = false;
        const error = new Error('The thread that ran the tool has ended before it answered, as by process.exit().');
        reject(error);
        this.#end({ thrown: error });
      });
    });
    // Each run waits for it.
    this.#loaded.catch(() => undefined);
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Runs one call, and ends with it or with its thread. */
  async run(input: unknown, context: ToolContext): Promise<unknown> {
    const { signal } = context;
    let stopLast: ReturnType<typeof setTimeout> | undefined;
    const endInTime = (): void => {
      this.#tell({ kind: 'abort', reason: carry(signal.reason) });
      stopLast = setTimeout(() => {
        this.#end({ thrown: signal.reason });
        void this.stop();
      }, this.#options.graceMs);
    };
    this.#worker.ref();
    signal.addEventListener('abort', endInTime, { once: true });
    try {
      return await new Promise((resolve, reject) => {
        const end: Run['end'] = (how) => ('value' in how ? resolve(how.value) : reject(how.thrown));
        this.#run = { context, refusals: new Map(), end };
        this.#loaded.then(() => this.#begin(input, context), reject);
        if (signal.aborted) endInTime();
      });
    } finally {
      this.#run = undefined;
      clearTimeout(stopLast);
      signal.removeEventListener('abort', endInTime);
      this.#worker.unref();
    }
  }

  /** Ends the thread, whatever it does. */
  async stop(): Promise<void> {
    this.#isAlive = false;
    await this.#worker.terminate();
  }

  #begin(input: unknown, { callId, toolId, principal, userId, saved, signal }: ToolContext): void {
    try {
      signal.throwIfAborted();
      const details = { callId, toolId, principal, userId, saved };
      this.#tell({ kind: 'call', name: this.#options.name, input, details });
    } catch (error) {
      // What a schema has made of the input may be nothing that goes to another thread.
      this.#end({ thrown: error });
    }
  }

  #hear(message: Exclude<FromThread, { readonly kind: 'ready' | 'loaded' }>): void {
    const run = this.#run;
    if (run === undefined) return;
    switch (message.kind) {
      case 'progress':
        run.context.progress(message.done, message.total, message.message);
        return;
      case 'log':
        run.context.log[message.level](message.error ? unload(message.error) : message.about, message.message);
        return;
      case 'request':
        void this.#answer(message, run);
        return;
      case 'returned':
        this.#end({ value: message.value });
        return;
      case 'threw': {
        const { refusal, error } = message;
        this.#end({ thrown: refusal === undefined ? unload(error) : run.refusals.get(refusal) });
      }
    }
  }

  async #answer({ id, what, argument }: FromThread & { readonly kind: 'request' }, run: Run): Promise<void> {
    const { context } = run;
    try {
      this.#tell({ kind: 'answer', id, value: await asked(what, argument, context) });
    } catch (error) {
      run.refusals.set(id, error);
      this.#tell({ kind: 'refusal', id, error: carry(error) });
    }
  }

  #end(how: Parameters<Run['end']>[0]): void {
    this.#run?.end(how);
  }

  #tell(message: ToThread): void {
    this.#worker.postMessage(message);
  }
}

/** What the types of the tool's context in the thread have held its arguments to. */
function asked(what: string, argument: unknown, context: ToolContext): unknown {
  if (what === 'ask') return context.ask(argument as Readonly<Record<string, InputRequest>>);
  if (what === 'save') return context.save(argument as JsonValue);
  return what === 'token' ? context.token(String(argument)) : context.secret(String(argument));
}

function lacking({ module, name }: ThreadOptions): string {
  return `The module '${module}' was loaded in a thread, and has not called isolated() with the name '${name}' there. Call it at the top of the module, with the module's own address.`;
}

function twice({ module, name }: ThreadOptions): string {
  return `The module '${module}' calls isolated() more than once with the name '${name}'. Give each a name of its own: isolated({ module: import.meta.url, name: 'other' }, run).`;
}
