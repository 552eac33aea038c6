import {
  anyLimit,
  checkCount,
  checkNames,
  checkNumber,
  durationLimit,
  formatDuration,
  isPromise,
  maxTimerMs,
  type NamesOf,
  type SignalSource,
} from '@toolwire/internal';
import { LimitError } from './limit-error.ts';
import { WaitEstimate, WaitQueue } from './wait-queue.ts';

/** Options of a concurrency limit. */
export interface ConcurrencyLimitOptions {
  /** The largest number of concurrent runs; `Infinity` for no limit. */
  readonly max: number;
  /** The largest number of waiting callers; default 100, 0 for no queue. */
  readonly queue?: number | undefined;
  /** How long a caller may wait; default 5 seconds, `Infinity` for no limit. */
  readonly queueTimeoutMs?: number | undefined;
}

/** A slot for one run; call `release` when the run ends. */
export interface Slot {
  readonly admitted: true;
  /** Passes the slot to the next waiting caller; repeated calls have no effect. */
  release(): void;
}

/** The caller gets no slot; says why, and when to try again. */
export interface SlotRejection {
  readonly admitted: false;
  /** The queue is full, the wait took too long, or the caller's signal aborted. */
  readonly reason: 'full' | 'timeout' | 'aborted';
  readonly retryAfterMs: number;
}

/** Limits concurrent runs; callers wait in a bounded first-in, first-out queue. */
export interface ConcurrencyLimit {
  readonly running: number;
  readonly waiting: number;
  /** Returns a free slot synchronously, or a promise for the result of the wait. Never rejects. */
  acquire(caller?: SignalSource): Slot | SlotRejection | Promise<Slot | SlotRejection>;
  /** Runs work in a slot. Rejects with a `LimitError` without a slot, and with the signal's reason if it aborts the wait. */
  run<T>(work: () => T | Promise<T>, caller?: SignalSource): Promise<T>;
}

const noSignal: SignalSource = {};

const optionNames: NamesOf<ConcurrencyLimitOptions> = { max: true, queue: true, queueTimeoutMs: true };

/** Creates a concurrency limit. */
export function createConcurrencyLimit(options: ConcurrencyLimitOptions): ConcurrencyLimit {
  checkNames('createConcurrencyLimit()', options, optionNames);
  return new QueuedLimit(options);
}

class QueuedLimit implements ConcurrencyLimit {
  readonly #max: number;
  readonly #queue: number;
  readonly #queueTimeoutMs: number;
  readonly #waiters = new WaitQueue<(slot: Slot) => void>();
  readonly #estimate = new WaitEstimate();
  #running = 0;

  constructor({ max, queue = 100, queueTimeoutMs = 5_000 }: ConcurrencyLimitOptions) {
    checkNumber('max', max, anyLimit);
    checkCount('queue', queue, 0);
    checkNumber('queueTimeoutMs', queueTimeoutMs, durationLimit);
    this.#max = max;
    this.#queue = queue;
    this.#queueTimeoutMs = queueTimeoutMs;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiters.length;
  }

  acquire(caller: SignalSource = noSignal): Slot | SlotRejection | Promise<Slot | SlotRejection> {
    // A new caller cannot overtake: while callers wait, all slots are taken.
    if (this.#running < this.#max) {
      this.#running += 1;
      return new HeldSlot(this.#free);
    }
    if (this.#waiters.length >= this.#queue) return this.#noSlot('full');
    const { signal } = caller;
    return signal?.aborted ? this.#noSlot('aborted') : this.#wait(signal);
  }

  async run<T>(work: () => T | Promise<T>, caller: SignalSource = noSignal): Promise<T> {
    caller.signal?.throwIfAborted();
    const acquired = this.acquire(caller);
    const slot = isPromise(acquired) ? await acquired : acquired;
    if (!slot.admitted) {
      if (slot.reason === 'aborted') caller.signal?.throwIfAborted();
      throw new LimitError('overloaded', this.#rejectionMessage(slot.reason), slot.retryAfterMs);
    }
    try {
      return await work();
    } finally {
      slot.release();
    }
  }

  #wait(signal: AbortSignal | undefined): Promise<Slot | SlotRejection> {
    if (this.#waiters.length === 0) this.#estimate.start();
    return new Promise((resolve) => {
      const end = (result: Slot | SlotRejection): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abandon);
        resolve(result);
      };
      const entry = this.#waiters.join(end);
      const leave = (reason: SlotRejection['reason']): void => {
        this.#waiters.leave(entry);
        end(this.#noSlot(reason));
      };
      const abandon = (): void => leave('aborted');
      signal?.addEventListener('abort', abandon);
      const timer =
        this.#queueTimeoutMs > maxTimerMs ? undefined : setTimeout(() => leave('timeout'), this.#queueTimeoutMs);
    });
  }

  /** Shared by all slots, so that a slot allocates no closure. */
  readonly #free = (): void => {
    const admit = this.#waiters.next();
    if (admit === undefined) {
      this.#running -= 1;
      return;
    }
    // The slot is passed on directly, so a new caller cannot take it.
    this.#estimate.released();
    admit(new HeldSlot(this.#free));
  };

  #noSlot(reason: SlotRejection['reason']): SlotRejection {
    return { admitted: false, reason, retryAfterMs: this.#estimate.estimateMs(this.#waiters.length) };
  }

  #rejectionMessage(reason: SlotRejection['reason']): string {
    return reason === 'full'
      ? `The limit is reached, with ${this.#max} running and ${this.#queue} waiting.`
      : `No slot became free within ${formatDuration(this.#queueTimeoutMs)}.`;
  }
}

class HeldSlot implements Slot {
  readonly admitted = true;
  #free: (() => void) | undefined;

  constructor(free: () => void) {
    this.#free = free;
  }

  release(): void {
    const free = this.#free;
    this.#free = undefined;
    free?.();
  }
}
