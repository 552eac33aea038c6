import type { Call, MaybePromise, Next, Outcome, Stage, Tool } from '@toolwire/core';
import { checkChoice, checkCount, checkNames, isPromise, type NamesOf } from '@toolwire/internal';
import { callerScope, ownerOf } from './caller-scope.ts';
import { canonicalJson } from './canonical-json.ts';
import { createIdempotency, type IdempotencyOptions } from './idempotency.ts';
import { KeyedCall, type KeyedCallSettings } from './keyed-call.ts';
import { notJson, outcomeLater, outcomeOf } from './keyed-outcomes.ts';
import { readOutcome } from './stored-outcome.ts';

export type { IdempotencyOptions } from './idempotency.ts';

/** How calls with a key of their caller's are kept from running twice. */
export interface IdempotencyStageOptions extends IdempotencyOptions {
  /**
   * What to do with a call that began in a process that was lost, when its tool is annotated neither `idempotent` nor `readOnly`:
   * `report` that nobody knows how far it came, which is what happens if left out, or `run` it again.
   */
  readonly onLostRun?: 'report' | 'run' | undefined;
  /** About how large an answer may be to be kept, in bytes; 1 MiB if left out. In the place of a larger one, repeats are told that the tool has run. */
  readonly maxAnswerBytes?: number | undefined;
}

type ToolCall = Call & { readonly tool: Tool };

const optionNames: NamesOf<IdempotencyStageOptions> = {
  onLostRun: true,
  maxAnswerBytes: true,
  store: true,
  onStoreFailure: true,
  storeTimeoutMs: true,
  lingerMs: true,
  report: true,
};

/**
 * Runs a call with an idempotency key once: repeats join the run, or get its answer again, and a key that is used for a different
 * call is refused. A keyed run goes on for a while when its callers have left. Calls without a key pass untouched.
 */
export function idempotency(options: IdempotencyStageOptions = {}): Stage<ToolCall> {
  checkNames('idempotency()', options, optionNames);
  const { onLostRun = 'report', maxAnswerBytes = 1024 * 1024, ...rest } = options;
  checkChoice('onLostRun', onLostRun, ['report', 'run']);
  checkCount('maxAnswerBytes', maxAnswerBytes, 1);
  const once = createIdempotency<Outcome>(rest, readOutcome);
  const settings: KeyedCallSettings = { runsAgain: onLostRun === 'run', maxAnswerBytes };
  const fingerprintOf = createFingerprints();
  const repeats: Stage<ToolCall> = (call, next) => {
    // OTC-REQ-03: only an id that the caller has chosen is a key.
    const { idempotencyKey, tool } = call;
    if (idempotencyKey === undefined) return next();
    const fingerprint = fingerprintOf(call);
    if (fingerprint === undefined) return notJson(tool);
    const owner = ownerOf(call);
    const scope = callerScope(call, owner);
    return isPromise(scope)
      ? runLater(scope, idempotencyKey, owner, fingerprint, call, next)
      : run(scope + idempotencyKey, owner, fingerprint, call, next);
  };
  // By this a server tells that something is lost where it does not know its callers.
  return Object.assign(repeats, { [keepsCallIds]: true, cancel });

  function run(
    key: string,
    owner: string | undefined,
    fingerprint: string,
    call: ToolCall,
    next: Next,
  ): MaybePromise<Outcome> {
    const result = once.run(new KeyedCall(key, owner, fingerprint, call, next, settings));
    return isPromise(result) ? outcomeLater(result, call.tool) : outcomeOf(result, call.tool);
  }

  // Beside the stage: what a function in it would capture is made for every call, and next to none has to wait for its scope.
  function runLater(
    scope: Promise<string>,
    key: string,
    owner: string | undefined,
    fingerprint: string,
    call: ToolCall,
    next: Next,
  ): Promise<Outcome> {
    return scope.then((known) => run(known + key, owner, fingerprint, call, next));
  }

  async function cancel(call: ToolCall): Promise<void> {
    const { idempotencyKey } = call;
    if (idempotencyKey !== undefined) await once.cancel((await callerScope(call)) + idempotencyKey, ownerOf(call));
  }
}

const keepsCallIds = Symbol.for('toolwire.keeps-call-ids');

/** Tells what a call is: the version that was found, and the input as it came. */
function createFingerprints(): (call: ToolCall) => string | undefined {
  // One text for each tool, which costs less to keep than one for each call.
  const beginnings = new WeakMap<Tool, string>();
  return ({ tool, input }) => {
    let beginning = beginnings.get(tool);
    if (beginning === undefined) {
      beginning = `${tool.id}@${tool.version} `;
      beginnings.set(tool, beginning);
    }
    try {
      return beginning + canonicalJson(input);
    } catch {
      return undefined;
    }
  };
}
