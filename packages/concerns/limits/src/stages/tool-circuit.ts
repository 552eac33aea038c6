import {
  type CircuitBreaker,
  type CircuitBreakerOptions,
  type CircuitPermit,
  type CircuitRejection,
  type CircuitResult,
  createCircuitBreaker,
} from '../circuit-breaker.ts';

/** The key of a principal; `undefined` for anonymous callers. */
type Caller = string | undefined;

/** The largest number of callers with circuits; beyond, the oldest circuit is dropped. */
const maxCallers = 1_000;

/**
 * The circuits of one tool: one per caller for whom it failed, and a shared one. The shared circuit counts each caller once in
 * a row, so that a single caller with an invalid token, for example, cannot open it for all.
 */
export class ToolCircuit {
  readonly #options: CircuitBreakerOptions;
  readonly #shared: CircuitBreaker;
  readonly #byCaller = new Map<Caller, CircuitBreaker>();
  readonly #failedCallers = new Set<Caller>();

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
    this.#shared = createCircuitBreaker(options);
  }

  admit(caller: Caller): CircuitPermit | CircuitRejection {
    const own = this.#byCaller.get(caller)?.admit();
    if (own?.admitted === false) return own;
    const shared = this.#shared.admit();
    if (shared.admitted) return new CombinedPermit(this, caller, own, shared);
    own?.settle('ignored');
    return shared;
  }

  settle(caller: Caller, own: CircuitPermit | undefined, shared: CircuitPermit, result: CircuitResult): void {
    if (result === 'failure') {
      (own ?? this.#permitFor(caller)).settle('failure');
      shared.settle(this.#countsForAll(caller) ? 'failure' : 'ignored');
      return;
    }
    own?.settle(result);
    shared.settle(result);
    if (result === 'ignored') return;
    this.#failedCallers.clear();
    // A closed circuit has no state after a success.
    if (this.#byCaller.get(caller)?.state === 'closed') this.#byCaller.delete(caller);
  }

  /** Returns whether a caller's failure counts in the shared circuit: the first in a row, and every probe. */
  #countsForAll(caller: Caller): boolean {
    if (this.#shared.state !== 'closed') {
      this.#failedCallers.clear();
      return true;
    }
    const isFirst = !this.#failedCallers.has(caller);
    this.#failedCallers.add(caller);
    return isFirst;
  }

  #permitFor(caller: Caller): Pick<CircuitPermit, 'settle'> {
    const circuits = this.#byCaller;
    const [first] = circuits.keys();
    if (circuits.size >= maxCallers && !circuits.has(caller)) circuits.delete(first);
    const circuit = circuits.get(caller) ?? createCircuitBreaker(this.#options);
    circuits.set(caller, circuit);
    const permit = circuit.admit();
    // Another call of this caller has opened it meanwhile.
    return permit.admitted ? permit : { settle: () => undefined };
  }
}

class CombinedPermit implements CircuitPermit {
  readonly admitted = true;
  readonly #circuit: ToolCircuit;
  readonly #caller: Caller;
  readonly #own: CircuitPermit | undefined;
  readonly #shared: CircuitPermit;

  constructor(circuit: ToolCircuit, caller: Caller, own: CircuitPermit | undefined, shared: CircuitPermit) {
    this.#circuit = circuit;
    this.#caller = caller;
    this.#own = own;
    this.#shared = shared;
  }

  settle(result: CircuitResult): void {
    this.#circuit.settle(this.#caller, this.#own, this.#shared, result);
  }
}
