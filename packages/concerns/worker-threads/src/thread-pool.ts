import type { ThreadCallContext } from './call-context.ts';
import { type ThreadOptions, ToolThread } from './tool-thread.ts';

/** The number of threads, and what they load. */
export interface PoolOptions extends ThreadOptions {
  readonly maxThreads: number;
}

/** How long an idle thread stays alive. */
const idleMs = 30_000;

/** Runs the calls of one function, each in a separate thread. Healthy threads are reused. */
export class ThreadPool {
  readonly #options: PoolOptions;
  readonly #idle = new Map<ToolThread, ReturnType<typeof setTimeout>>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  async run(input: unknown, context: ThreadCallContext): Promise<unknown> {
    await this.#waitForSlot(context.signal);
    try {
      const thread = this.#acquire();
      try {
        return await thread.run(input, context);
      } finally {
        if (thread.isAlive) this.#idle.set(thread, this.#stopWhenIdle(thread));
      }
    } finally {
      this.#leaveSlot();
    }
  }

  /** Waits until fewer than `maxThreads` calls run. An aborted call leaves the queue. */
  async #waitForSlot(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#running < this.#options.maxThreads) {
      this.#running += 1;
      return;
    }
    // `#leaveSlot` passes on its slot, so the number of running calls stays the same.
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(signal.reason);
      };
      const enter = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      this.#waiting.push(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** Takes the thread that returned last, so that the others stop when there are few calls. */
  #acquire(): ToolThread {
    for (const [thread, timer] of [...this.#idle].reverse()) {
      clearTimeout(timer);
      this.#idle.delete(thread);
      if (thread.isAlive) return thread;
    }
    return new ToolThread(this.#options);
  }

  #leaveSlot(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }

  #stopWhenIdle(thread: ToolThread): ReturnType<typeof setTimeout> {
    const timer = setTimeout(() => {
      this.#idle.delete(thread);
      void thread.stop();
    }, idleMs);
    return timer.unref();
  }
}
