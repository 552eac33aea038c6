import type { Call, Outcome, Stage, Tool } from '@toolwire/core';
import { checkFunction, checkNames, type NamesOf, observeResult, principalKey } from '@toolwire/internal';
import {
  type CircuitBreaker,
  type CircuitBreakerOptions,
  type CircuitPermit,
  type CircuitRejection,
  type CircuitResult,
  createCircuitBreaker,
} from '../circuit-breaker.ts';
import { refuseBeforeRun } from './refusals.ts';
import type { ToolCall } from './run-list.ts';

/** Options of `breaker()`. */
export interface BreakerOptions extends CircuitBreakerOptions {
  /** Returns whether an outcome counts as a failure; by default unexpected errors, invalid outputs and timeouts, but not tool errors. */
  readonly isFailure?: ((outcome: Outcome) => boolean) | undefined;
}

const optionNames: NamesOf<BreakerOptions> = {
  isFailure: true,
  failureThreshold: true,
  openMs: true,
};

/**
 * Stops a tool that fails several times in a row: calls are refused as `unavailable` for a while, then one call probes. If it
 * fails for one caller, only that caller is refused; if it fails for several, all are.
 */
export function breaker(options: BreakerOptions = {}): Stage<ToolCall> {
  checkNames('breaker()', options, optionNames);
  const { isFailure = isUnexpectedFailure, ...circuitOptions } = options;
  checkFunction('isFailure', isFailure, "isFailure: ({ kind }) => kind === 'failed'");
  const circuitOf = circuitPerVersion(circuitOptions);
  return (call, next) => {
    const permit = circuitOf(call.tool).admit(call.principal && principalKey(call.principal));
    if (!permit.admitted) {
      const reason = `Tool '${call.tool.name}' keeps failing, so it is paused.`;
      return refuseBeforeRun({ code: 'unavailable', reason, retryAfterMs: permit.retryAfterMs, tool: call.tool });
    }
    const conclude = (outcome: Outcome): void => {
      // The result if `isFailure` throws, so that a probe is always settled.
      let result: CircuitResult = 'ignored';
      try {
        result = resultOf(outcome, call, isFailure);
      } finally {
        permit.settle(result);
      }
    };
    return observeResult(next, conclude, () => permit.settle('ignored'));
  };
}

/** Each version of a tool has separate circuits, so that a broken new version does not affect the old one. */
function circuitPerVersion(options: CircuitBreakerOptions): (tool: Tool) => ToolCircuit {
  // Checks the options at startup, not at the first call.
  void new ToolCircuit(options);
  const circuits = new Map<string, ToolCircuit>();
  return ({ id, version }) => {
    const fullId = `${id}@${version}`;
    const existing = circuits.get(fullId);
    if (existing !== undefined) return existing;
    const circuit = new ToolCircuit(options);
    circuits.set(fullId, circuit);
    return circuit;
  };
}

function resultOf(outcome: Outcome, call: Call, isFailure: (outcome: Outcome) => boolean): CircuitResult {
  // The tool did not run.
  if (outcome.kind === 'invalid' || outcome.kind === 'refused') return 'ignored';
  if (!isFailure(outcome)) return 'success';
  // A tool that stops because the client disconnected is not broken.
  return call.lifetime.signal.aborted ? 'ignored' : 'failure';
}

/** Returns whether the tool failed unexpectedly, and did not report an error itself. */
function isUnexpectedFailure(outcome: Outcome): boolean {
  if (outcome.kind !== 'failed') return false;
  const { reason } = outcome;
  return reason === 'unexpected' || reason === 'bad_output' || reason === 'timeout';
}

/** The key of a principal; `undefined` for anonymous callers. */
type Caller = string | undefined;

/** The largest number of callers with circuits; beyond, the oldest circuit is dropped. */
const maxCallers = 1_000;

/**
 * The circuits of one tool: one per caller for whom it failed, and a shared one. The shared circuit counts each caller once in
 * a row, so that a single caller with an invalid token, for example, cannot open it for all.
 */
class ToolCircuit {
  readonly #options: CircuitBreakerOptions;
  readonly #shared: CircuitBreaker;
  readonly #byCaller = new Map<Caller, CircuitBreaker>();
  readonly #failedCallers = new Set<Caller>();

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
    this.#shared = createCircuitBreaker(options);
  }

  admit(caller: Caller): CircuitPermit | CircuitRejection {
    const callerPermit = this.#byCaller.get(caller)?.admit();
    if (callerPermit?.admitted === false) return callerPermit;
    const sharedPermit = this.#shared.admit();
    if (!sharedPermit.admitted) {
      callerPermit?.settle('ignored');
      return sharedPermit;
    }
    return { admitted: true, settle: (result) => this.#settle(caller, callerPermit, sharedPermit, result) };
  }

  #settle(
    caller: Caller,
    callerPermit: CircuitPermit | undefined,
    sharedPermit: CircuitPermit,
    result: CircuitResult,
  ): void {
    if (result === 'failure') {
      (callerPermit ?? this.#permitFor(caller)).settle('failure');
      sharedPermit.settle(this.#countsForAll(caller) ? 'failure' : 'ignored');
      return;
    }
    callerPermit?.settle(result);
    sharedPermit.settle(result);
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
