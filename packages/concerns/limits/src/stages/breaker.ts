import type { Call, MaybePromise, Outcome, RefusedOutcome, Stage, Tool } from '@toolwire/core';
import { checkNames, isPromise, type NamesOf, principalKey } from '@toolwire/internal';
import type { CircuitBreakerOptions, CircuitResult } from '../circuit-breaker.ts';
import { getOrMake } from '../get-or-make.ts';
import { waitInWords } from '../time-limit.ts';
import { ToolCircuit } from './tool-circuit.ts';
import { isUnexpectedFailure } from './unexpected-failure.ts';

/** When a tool counts as broken, and for how long it is left alone. */
export interface BreakerOptions extends CircuitBreakerOptions {
  /** Whether a run counts as a failure; unexpected errors and time-outs do if left out, and what the tool says in its own words does not. */
  readonly isFailure?: ((outcome: Outcome) => boolean) | undefined;
}

const optionNames: NamesOf<BreakerOptions> = {
  isFailure: true,
  failureThreshold: true,
  openMs: true,
  halfOpenCalls: true,
  now: true,
};

/**
 * Stops running a tool that fails several times in a row: for a while its calls are refused as `unavailable`, then one probes. A tool
 * that fails for one caller is left alone for that caller; for everybody, once it has failed for several.
 */
export function breaker(options: BreakerOptions = {}): Stage<Call & { readonly tool: Tool }> {
  checkNames('breaker()', options, optionNames);
  const { isFailure = isUnexpectedFailure, ...circuitOptions } = options;
  const circuitOf = circuitPerVersion(circuitOptions);
  return (call, next) => {
    const pass = circuitOf(call.tool).admit(call.principal && principalKey(call.principal));
    if (!pass.admitted) return refusal(pass.retryAfterMs, call.tool);
    const conclude = (outcome: Outcome): Outcome => {
      // What stays if `isFailure` throws: a probe must not get lost over it.
      let result: CircuitResult = 'neither';
      try {
        result = resultOf(outcome, call, isFailure);
      } finally {
        pass.settle(result);
      }
      return outcome;
    };
    let outcome: MaybePromise<Outcome>;
    try {
      outcome = next();
    } catch (thrown) {
      pass.settle('neither');
      throw thrown;
    }
    if (!isPromise(outcome)) return conclude(outcome);
    return outcome.then(conclude, (thrown: unknown) => {
      pass.settle('neither');
      throw thrown;
    });
  };
}

/** Circuits for each version of each tool, so that a new version that is broken does not take the old one with it. */
function circuitPerVersion(options: CircuitBreakerOptions): (tool: Tool) => ToolCircuit {
  // Options that make no sense are refused when the program starts, not at the first call.
  void new ToolCircuit(options);
  const circuits = new Map<string, Map<string, ToolCircuit>>();
  return ({ id, version }) => {
    const versions = getOrMake(circuits, id, () => new Map<string, ToolCircuit>());
    return getOrMake(versions, version, () => new ToolCircuit(options));
  };
}

function resultOf(outcome: Outcome, call: Call, isFailure: (outcome: Outcome) => boolean): CircuitResult {
  // The tool did not run.
  if (outcome.kind === 'invalid' || outcome.kind === 'refused') return 'neither';
  if (!isFailure(outcome)) return 'success';
  // A tool that stops because its caller has left is not broken.
  return call.lifetime.signal.aborted ? 'neither' : 'failure';
}

function refusal(retryAfterMs: number, tool: Tool): RefusedOutcome {
  return {
    kind: 'refused',
    code: 'unavailable',
    message: `Tool '${tool.name}' keeps failing and is left alone for a while. It did not run; try again in ${waitInWords(retryAfterMs)}.`,
    retryAfterMs,
    tool,
  };
}
