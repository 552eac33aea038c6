import { checkCount, checkNames, checkNumber, duration, type NamesOf } from '@toolwire/internal';
import { LimitError } from './limit-error.ts';

/** Options of a circuit breaker. */
export interface CircuitBreakerOptions {
  /** How many failures in a row open the circuit; default 5. */
  readonly failureThreshold?: number | undefined;
  /** How long the circuit stays open before it is half-open; default 30 seconds. */
  readonly openMs?: number | undefined;
}

/** `closed` admits all calls, `open` none, `half-open` one probe at a time. */
type CircuitState = 'closed' | 'open' | 'half-open';

/** The result of a call; `ignored` counts as neither, for example a canceled call. */
export type CircuitResult = 'success' | 'failure' | 'ignored';

/** The permit for one call; call `settle` once with its result. */
export interface CircuitPermit {
  readonly admitted: true;
  settle(result: CircuitResult): void;
}

/** The circuit is open; says when to try again. */
export interface CircuitRejection {
  readonly admitted: false;
  readonly retryAfterMs: number;
}

/** Stops calls after repeated failures, and tries again after a while. */
export interface CircuitBreaker {
  readonly state: CircuitState;
  /** Returns a permit for one call, or a rejection. */
  admit(): CircuitPermit | CircuitRejection;
  /** Runs work if the circuit admits it, else rejects with a `LimitError`. A throw is a failure unless `isFailure` returns `false`. */
  run<T>(work: () => T | Promise<T>, options?: WorkOptions): Promise<T>;
}

interface WorkOptions {
  readonly isFailure?: (thrown: unknown) => boolean;
}

/** The retry hint while a probe runs, whose duration is unknown. */
const probeMs = 1_000;

const optionNames: NamesOf<CircuitBreakerOptions> = { failureThreshold: true, openMs: true };

/** Creates a circuit breaker in the closed state. */
export function createCircuitBreaker(options: CircuitBreakerOptions = {}): CircuitBreaker {
  checkNames('createCircuitBreaker()', options, optionNames);
  return new CountingBreaker(options);
}

class CountingBreaker implements CircuitBreaker {
  readonly #threshold: number;
  readonly #openMs: number;
  #phase: CircuitState = 'closed';
  #phaseSince = 0;
  #failuresInRow = 0;
  #isProbing = false;
  /** Shared by the calls of one phase, so that calls from an earlier phase do not count. */
  #permit = this.#createPermit();

  constructor(options: CircuitBreakerOptions) {
    const { failureThreshold = 5, openMs = 30_000 } = options;
    checkCount('failureThreshold', failureThreshold, 1);
    checkNumber('openMs', openMs, duration);
    this.#threshold = failureThreshold;
    this.#openMs = openMs;
  }

  get state(): CircuitState {
    return this.#phase === 'open' && this.#leftMs() <= 0 ? 'half-open' : this.#phase;
  }

  admit(): CircuitPermit | CircuitRejection {
    return this.#phase === 'closed' ? this.#permit : this.#probe();
  }

  async run<T>(work: () => T | Promise<T>, { isFailure }: WorkOptions = {}): Promise<T> {
    const permit = this.admit();
    if (!permit.admitted) {
      throw new LimitError(
        'unavailable',
        'Several calls in a row failed, so further calls are paused.',
        permit.retryAfterMs,
      );
    }
    // The result if `isFailure` throws.
    let result: CircuitResult = 'ignored';
    try {
      const value = await work();
      result = 'success';
      return value;
    } catch (thrown) {
      result = isFailure?.(thrown) === false ? 'success' : 'failure';
      throw thrown;
    } finally {
      permit.settle(result);
    }
  }

  #probe(): CircuitPermit | CircuitRejection {
    const leftMs = this.#leftMs();
    // Also from half-open: a probe that never ends must not block other calls forever.
    if (leftMs <= 0) this.#enter('half-open');
    if (this.#phase === 'half-open' && !this.#isProbing) {
      this.#isProbing = true;
      return this.#permit;
    }
    return { admitted: false, retryAfterMs: Math.ceil(this.#phase === 'open' ? leftMs : Math.min(leftMs, probeMs)) };
  }

  #leftMs(): number {
    return this.#phaseSince + this.#openMs - performance.now();
  }

  #enter(phase: CircuitState): void {
    this.#phase = phase;
    this.#phaseSince = performance.now();
    this.#failuresInRow = 0;
    this.#isProbing = false;
    this.#permit = this.#createPermit();
  }

  #createPermit(): CircuitPermit {
    const permit: CircuitPermit = {
      admitted: true,
      settle: (result) => {
        if (permit === this.#permit) this.#count(result);
      },
    };
    return permit;
  }

  #count(result: CircuitResult): void {
    if (result === 'ignored') {
      // Another call may probe instead.
      this.#isProbing = false;
    } else if (result === 'failure') {
      this.#failuresInRow += 1;
      if (this.#phase === 'half-open' || this.#failuresInRow >= this.#threshold) this.#enter('open');
    } else if (this.#phase === 'closed') {
      this.#failuresInRow = 0;
    } else {
      this.#enter('closed');
    }
  }
}
