import {
  anyLimit,
  checkCount,
  checkNames,
  checkNumber,
  duration,
  isPromise,
  longestTimerMs,
  type NamesOf,
} from '@toolwire/internal';
import type { SignalSource } from './derived-signal.ts';
import { LimitError } from './limit-error.ts';
import { ReleasePace } from './release-pace.ts';
import { checkTimeLimit, inWords } from './time-limit.ts';
import { WaitLine } from './wait-line.ts';

/** How much may run at once, and who may wait. */
export interface ConcurrencyLimitOptions {
  /** How many may run at once; `Infinity` for no limit. */
  readonly max: number;
  /** How many may wait for a slot; 100 if left out, 0 for none. There is no queue without an end. */
  readonly queue?: number | undefined;
  /** How long one may wait; 5 seconds if left out, `Infinity` for as long as the caller does. */
  readonly queueTimeoutMs?: number | undefined;
  /** When to tell those who are turned away to come back; an estimate by the pace of the queue if left out. */
  readonly retryAfterMs?: number | undefined;
}

/** A slot to run in; give it back with `release`, however the run ends. */
export interface Slot {
  readonly admitted: true;
  /** Gives the slot to the next who waits; only the first time counts. */
  release(): void;
}

/** An answer without a slot: why there is none, and when to try again. */
export interface NoSlot {
  readonly admitted: false;
  /** The queue was full, the wait too long, or the caller's signal aborted. */
  readonly reason: 'full' | 'timeout' | 'aborted';
  readonly retryAfterMs: number;
}

/** Lets a number of runs go on at once, and callers wait in a bounded queue, first come first served. */
export interface ConcurrencyLimit {
  readonly running: number;
  readonly waiting: number;
  /** A slot at once if one is free, with no promise; otherwise the end of the wait. Never rejects. */
  acquire(caller?: SignalSource): Slot | NoSlot | Promise<Slot | NoSlot>;
  /** Does the work in a slot. Rejects with a `LimitError` when there is none, and with the signal's reason when that aborts the wait. */
  run<T>(work: () => T | Promise<T>, caller?: SignalSource): Promise<T>;
}

const noSignal: SignalSource = {};

const optionNames: NamesOf<ConcurrencyLimitOptions> = {
  max: true,
  queue: true,
  queueTimeoutMs: true,
  retryAfterMs: true,
};

/** Makes a limit on how much runs at once. */
export function createConcurrencyLimit(options: ConcurrencyLimitOptions): ConcurrencyLimit {
  checkNames('createConcurrencyLimit()', options, optionNames);
  return new QueuedLimit(options);
}

class QueuedLimit implements ConcurrencyLimit {
  readonly #max: number;
  readonly #queue: number;
  readonly #queueTimeoutMs: number;
  readonly #retryAfterMs: number | undefined;
  readonly #line = new WaitLine<(slot: Slot) => void>();
  readonly #pace = new ReleasePace();
  #running = 0;

  constructor({ max, queue = 100, queueTimeoutMs = 5_000, retryAfterMs }: ConcurrencyLimitOptions) {
    checkNumber('max', max, anyLimit);
    checkCount('queue', queue, 0);
    checkTimeLimit('queueTimeoutMs', queueTimeoutMs);
    if (retryAfterMs !== undefined) checkNumber('retryAfterMs', retryAfterMs, duration);
    this.#max = max;
    this.#queue = queue;
    this.#queueTimeoutMs = queueTimeoutMs;
    this.#retryAfterMs = retryAfterMs;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#line.length;
  }

  acquire(caller: SignalSource = noSignal): Slot | NoSlot | Promise<Slot | NoSlot> {
    // Nobody can overtake: as long as somebody waits, every slot is taken.
    if (this.#running < this.#max) {
      this.#running += 1;
      return new HeldSlot(this.#free);
    }
    if (this.#line.length >= this.#queue) return this.#noSlot('full');
    const { signal } = caller;
    return signal?.aborted ? this.#noSlot('aborted') : this.#wait(signal);
  }

  async run<T>(work: () => T | Promise<T>, caller: SignalSource = noSignal): Promise<T> {
    caller.signal?.throwIfAborted();
    const acquired = this.acquire(caller);
    const slot = isPromise(acquired) ? await acquired : acquired;
    if (!slot.admitted) {
      if (slot.reason === 'aborted') caller.signal?.throwIfAborted();
      throw new LimitError('overloaded', this.#why(slot.reason), slot.retryAfterMs);
    }
    try {
      return await work();
    } finally {
      slot.release();
    }
  }

  #wait(signal: AbortSignal | undefined): Promise<Slot | NoSlot> {
    if (this.#line.length === 0) this.#pace.start();
    return new Promise((resolve) => {
      const end = (found: Slot | NoSlot): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abandon);
        resolve(found);
      };
      const place = this.#line.join(end);
      const leave = (reason: NoSlot['reason']): void => {
        this.#line.leave(place);
        end(this.#noSlot(reason));
      };
      const abandon = (): void => leave('aborted');
      signal?.addEventListener('abort', abandon);
      const timer =
        this.#queueTimeoutMs > longestTimerMs ? undefined : setTimeout(() => leave('timeout'), this.#queueTimeoutMs);
    });
  }

  /** One function for all slots of this limit, since every call gets a slot. */
  readonly #free = (): void => {
    const admit = this.#line.next();
    if (admit === undefined) {
      this.#running -= 1;
      return;
    }
    // The slot changes hands and is never free in between, so nobody who comes now can take it.
    this.#pace.released();
    admit(new HeldSlot(this.#free));
  };

  #noSlot(reason: NoSlot['reason']): NoSlot {
    return { admitted: false, reason, retryAfterMs: this.#retryAfterMs ?? this.#pace.estimateMs(this.#line.length) };
  }

  #why(reason: NoSlot['reason']): string {
    return reason === 'full'
      ? `The limit is reached, with ${this.#max} running and ${this.#queue} waiting.`
      : `No slot became free within ${inWords(this.#queueTimeoutMs)}.`;
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
