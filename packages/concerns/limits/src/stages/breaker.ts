import type { Call, Outcome, Stage, Tool } from '@toolwire/core';
import { checkFunction, checkNames, type NamesOf, observeResult, principalKey } from '@toolwire/internal';
import type { CircuitBreakerOptions, CircuitResult } from '../circuit-breaker.ts';
import { refuseBeforeRun } from './refusals.ts';
import type { ToolCall } from './run-list.ts';
import { ToolCircuit } from './tool-circuit.ts';

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

/** Each version of a tool has its own circuits, so that a broken new version does not affect the old one. */
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
