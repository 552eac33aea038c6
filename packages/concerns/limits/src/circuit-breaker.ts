import { checkCount, checkNames, checkNumber, duration, type NamesOf } from '@toolwire/internal';
import { LimitError } from './limit-error.ts';

/** When a circuit opens, and how it closes again. */
export interface CircuitBreakerOptions {
  /** How many failures in a row open the circuit; 5 if left out. */
  readonly failureThreshold?: number | undefined;
  /** How long the circuit stays open before calls are let through to probe; 30 seconds if left out. */
  readonly openMs?: number | undefined;
  /** How many calls probe at once, all of which must succeed for the circuit to close; 1 if left out. */
  readonly halfOpenCalls?: number | undefined;
  /** Milliseconds of a clock that never goes back; `performance.now` if left out. */
  readonly now?: (() => number) | undefined;
}

/** Calls go through, are turned away, or go through one by one to probe. */
export type CircuitState = 'closed' | 'open' | 'half-open';

/** How a call ended: `neither` tells nothing about what is called, such as a call that was cancelled. */
export type CircuitResult = 'success' | 'failure' | 'neither';

/** Lets one call through; tell its end with `settle`, once. */
export interface CircuitPass {
  readonly admitted: true;
  settle(result: CircuitResult): void;
}

/** An answer while the circuit is open: when a call may go through again. */
export interface NoPass {
  readonly admitted: false;
  readonly retryAfterMs: number;
}

/** Stops calling what keeps failing, and tries again after a while. */
export interface CircuitBreaker {
  readonly state: CircuitState;
  /** A pass for one call, or when to try again. */
  admit(): CircuitPass | NoPass;
  /** Does the work if the circuit lets it. Rejects with a `LimitError` otherwise; a throw is a failure unless `isFailure` says no, as for a 404. */
  run<T>(work: () => T | Promise<T>, options?: { readonly isFailure?: (thrown: unknown) => boolean }): Promise<T>;
}

/** Nobody knows how long a probe will take. */
const probeMs = 1_000;

const optionNames: NamesOf<CircuitBreakerOptions> = {
  failureThreshold: true,
  openMs: true,
  halfOpenCalls: true,
  now: true,
};

/** Makes a circuit breaker, with its circuit closed. */
export function createCircuitBreaker(options: CircuitBreakerOptions = {}): CircuitBreaker {
  checkNames('createCircuitBreaker()', options, optionNames);
  return new CountingBreaker(options);
}

class CountingBreaker implements CircuitBreaker {
  readonly #threshold: number;
  readonly #openMs: number;
  readonly #halfOpenCalls: number;
  readonly #now: () => number;
  #phase: CircuitState = 'closed';
  #phaseSince = 0;
  #failuresInRow = 0;
  #probes = 0;
  #probesSucceeded = 0;
  /** Made anew for each phase and shared by its calls, so that a call which began in an earlier phase changes nothing in this one. */
  #pass = this.#makePass();

  constructor(options: CircuitBreakerOptions) {
    const { failureThreshold = 5, openMs = 30_000, halfOpenCalls = 1, now = () => performance.now() } = options;
    checkCount('failureThreshold', failureThreshold, 1);
    checkNumber('openMs', openMs, duration);
    checkCount('halfOpenCalls', halfOpenCalls, 1);
    this.#threshold = failureThreshold;
    this.#openMs = openMs;
    this.#halfOpenCalls = halfOpenCalls;
    this.#now = now;
  }

  get state(): CircuitState {
    return this.#phase === 'open' && this.#leftMs() <= 0 ? 'half-open' : this.#phase;
  }

  admit(): CircuitPass | NoPass {
    return this.#phase === 'closed' ? this.#pass : this.#probe();
  }

  async run<T>(
    work: () => T | Promise<T>,
    { isFailure }: { readonly isFailure?: (thrown: unknown) => boolean } = {},
  ): Promise<T> {
    const pass = this.admit();
    if (!pass.admitted) {
      throw new LimitError(
        'unavailable',
        'It failed several times in a row and is left alone for a while.',
        pass.retryAfterMs,
      );
    }
    // What stays if `isFailure` itself throws.
    let result: CircuitResult = 'neither';
    try {
      const answer = await work();
      result = 'success';
      return answer;
    } catch (thrown) {
      result = isFailure?.(thrown) === false ? 'success' : 'failure';
      throw thrown;
    } finally {
      pass.settle(result);
    }
  }

  #probe(): CircuitPass | NoPass {
    const leftMs = this.#leftMs();
    // From half-open as well: a probe that never ends must not keep the others out for ever.
    if (leftMs <= 0) this.#enter('half-open');
    if (this.#phase === 'half-open' && this.#probes < this.#halfOpenCalls) {
      this.#probes += 1;
      return this.#pass;
    }
    return { admitted: false, retryAfterMs: Math.ceil(this.#phase === 'open' ? leftMs : Math.min(leftMs, probeMs)) };
  }

  #leftMs(): number {
    return this.#phaseSince + this.#openMs - this.#now();
  }

  #enter(phase: CircuitState): void {
    this.#phase = phase;
    this.#phaseSince = this.#now();
    this.#failuresInRow = 0;
    this.#probes = 0;
    this.#probesSucceeded = 0;
    this.#pass = this.#makePass();
  }

  #makePass(): CircuitPass {
    const pass: CircuitPass = {
      admitted: true,
      settle: (result) => {
        if (pass === this.#pass) this.#count(result);
      },
    };
    return pass;
  }

  #count(result: CircuitResult): void {
    if (result === 'neither') {
      // The place of a probe that told nothing goes to another.
      if (this.#phase === 'half-open') this.#probes -= 1;
    } else if (result === 'failure') {
      this.#failuresInRow += 1;
      if (this.#phase === 'half-open' || this.#failuresInRow >= this.#threshold) this.#enter('open');
    } else if (this.#phase === 'closed') {
      this.#failuresInRow = 0;
    } else {
      this.#probesSucceeded += 1;
      if (this.#probesSucceeded >= this.#halfOpenCalls) this.#enter('closed');
    }
  }
}
