import {
  type CircuitBreaker,
  type CircuitBreakerOptions,
  type CircuitPass,
  type CircuitResult,
  createCircuitBreaker,
  type NoPass,
} from '../circuit-breaker.ts';
import { getOrMake } from '../get-or-make.ts';

/** Nobody's, for callers that are not known. */
type Caller = string | undefined;

/** How many callers are remembered for their failures; beyond, those who began to fail first are forgotten. */
const mostCallers = 1_000;

/**
 * The circuits of one tool: one for each caller it has failed for, and one for all. That for all counts each caller once in a row, so
 * that nobody opens it alone: what fails for one may be that one's input, or token.
 */
export class ToolCircuit {
  readonly #options: CircuitBreakerOptions;
  readonly #ofAll: CircuitBreaker;
  readonly #ofCallers = new Map<Caller, CircuitBreaker>();
  readonly #failedInRow = new Set<Caller>();

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
    this.#ofAll = createCircuitBreaker(options);
  }

  admit(caller: Caller): CircuitPass | NoPass {
    const own = this.#ofCallers.get(caller)?.admit();
    if (own?.admitted === false) return own;
    const all = this.#ofAll.admit();
    if (all.admitted) return new BothPasses(this, caller, own, all);
    own?.settle('neither');
    return all;
  }

  settle(caller: Caller, own: CircuitPass | undefined, all: CircuitPass, result: CircuitResult): void {
    if (result === 'failure') {
      (own ?? this.#begin(caller)).settle('failure');
      all.settle(this.#isNew(caller) ? 'failure' : 'neither');
      return;
    }
    own?.settle(result);
    all.settle(result);
    if (result === 'neither') return;
    this.#failedInRow.clear();
    // One that is closed after a success is as good as new.
    if (this.#ofCallers.get(caller)?.state === 'closed') this.#ofCallers.delete(caller);
  }

  /** Whether a failure of theirs tells anything about the tool that is not known yet; of a probe it always does. */
  #isNew(caller: Caller): boolean {
    if (this.#ofAll.state !== 'closed') {
      this.#failedInRow.clear();
      return true;
    }
    const isNew = !this.#failedInRow.has(caller);
    this.#failedInRow.add(caller);
    return isNew;
  }

  #begin(caller: Caller): Pick<CircuitPass, 'settle'> {
    const circuits = this.#ofCallers;
    const [first] = circuits.keys();
    if (circuits.size >= mostCallers && !circuits.has(caller)) circuits.delete(first);
    const circuit = getOrMake(circuits, caller, () => createCircuitBreaker(this.#options));
    const pass = circuit.admit();
    // Another call of theirs has opened it meanwhile.
    return pass.admitted ? pass : { settle: () => undefined };
  }
}

class BothPasses implements CircuitPass {
  readonly admitted = true;
  readonly #circuit: ToolCircuit;
  readonly #caller: Caller;
  readonly #own: CircuitPass | undefined;
  readonly #all: CircuitPass;

  constructor(circuit: ToolCircuit, caller: Caller, own: CircuitPass | undefined, all: CircuitPass) {
    this.#circuit = circuit;
    this.#caller = caller;
    this.#own = own;
    this.#all = all;
  }

  settle(result: CircuitResult): void {
    this.#circuit.settle(this.#caller, this.#own, this.#all, result);
  }
}
