import type {
  Call,
  FailedOutcome,
  Lifetime,
  MaybePromise,
  Next,
  Outcome,
  RefusedOutcome,
  Stage,
  Tool,
} from '@toolwire/core';
import { canonicalJson } from './canonical-json.ts';
import { checkChoice, checkCount } from './check-options.ts';
import { createIdempotency, type IdempotencyOptions } from './idempotency.ts';
import type { Answered } from './idempotency-store.ts';
import { isPromise } from './is-promise.ts';
import type { KeyedResult, KeyedWork } from './keyed-work.ts';
import { retryAfterOf } from './retry-after.ts';
import { readOutcome, replay, StoredOutcome } from './stored-outcome.ts';

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

/**
 * Runs a call with an idempotency key once: repeats join the run, or get its answer again, and a key that is used for a different
 * call is refused. A keyed run goes on when its caller leaves. Calls without a key pass untouched.
 */
export function idempotency(options: IdempotencyStageOptions = {}): Stage<ToolCall> {
  const { onLostRun = 'report', maxAnswerBytes = 1024 * 1024, ...rest } = options;
  checkChoice('onLostRun', onLostRun, ['report', 'run']);
  checkCount('maxAnswerBytes', maxAnswerBytes, 1);
  const once = createIdempotency<Outcome>(rest, readOutcome);
  const settings: KeyedCallSettings = { runsAgain: onLostRun === 'run', maxAnswerBytes };
  const fingerprintOf = createFingerprints();
  return (call, next) => {
    // OTC-REQ-03: only an id that the caller has chosen is a key.
    const { idempotencyKey, tool } = call;
    if (idempotencyKey === undefined) return next();
    const fingerprint = fingerprintOf(call);
    if (fingerprint === undefined) return notJson(tool);
    const result = once.run(new KeyedCall(keyOf(call, idempotencyKey), fingerprint, call, next, settings));
    return isPromise(result) ? result.then((late) => outcomeOf(late, tool)) : outcomeOf(result, tool);
  };
}

interface KeyedCallSettings {
  readonly runsAgain: boolean;
  readonly maxAnswerBytes: number;
}

/** A call as work that is done once. */
class KeyedCall implements KeyedWork<Outcome> {
  readonly key: string;
  readonly fingerprint: string;
  readonly repeatable: boolean;
  // A tool's throw is an outcome by now: what is thrown here is another stage's, and perhaps after the tool has run.
  readonly throwMeans = 'in_doubt';
  readonly #next: Next;
  readonly #lifetime: Lifetime;
  readonly #maxAnswerBytes: number;

  constructor(key: string, fingerprint: string, call: ToolCall, next: Next, settings: KeyedCallSettings) {
    const { annotations } = call.tool;
    this.key = key;
    this.fingerprint = fingerprint;
    this.repeatable = settings.runsAgain || annotations?.idempotent === true || annotations?.readOnly === true;
    this.#next = next;
    // Section 5, case 17: a caller that leaves comes back for the answer, so the run goes on; what ends it is the server.
    this.#lifetime = call.lifetime.withoutCaller ?? endless;
    this.#maxAnswerBytes = settings.maxAnswerBytes;
  }

  run(): MaybePromise<Outcome> {
    return this.#next({ lifetime: this.#lifetime });
  }

  record(outcome: Outcome): Answered | undefined {
    // How a tool fails whose run the server has ended says nothing about the call.
    if (outcome.kind === 'failed' && this.isOver()) return undefined;
    return new StoredOutcome(isFinal(outcome) ? 'kept' : 'handed_on', outcome, this.#maxAnswerBytes);
  }

  isOver(): boolean {
    return this.#lifetime.signal.aborted;
  }
}

const endless: Lifetime = {
  get signal(): AbortSignal {
    return new AbortController().signal;
  },
};

/** Section 6.1: what may come out differently the next time is not kept, or a retry would read the old failure for ever. */
function isFinal(outcome: Outcome): boolean {
  return outcome.kind === 'failed'
    ? outcome.failure.canRetry !== true
    : outcome.kind === 'value' || outcome.kind === 'artifact';
}

/** Callers never meet in one key: each part says how long it is, and one that is missing is not one that is empty. */
function keyOf({ principal, context }: Call, idempotencyKey: string): string {
  return `${part(principal?.id)}${part(context.userId)}${idempotencyKey}`;
}

function part(text: string | undefined): string {
  return text === undefined ? '-' : `${text.length}:${text}`;
}

/** Tells what a call is: the version that was found, and the input as it came; tokens may change from one attempt to the next. */
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

function outcomeOf(result: KeyedResult<Outcome>, tool: Tool): Outcome {
  switch (result.state) {
    case 'done':
      return result.repeated ? replay(result.answer, tool) : result.answer;
    case 'conflict':
      return conflict(tool);
    case 'in_doubt':
      return inDoubt(tool);
    case 'unavailable':
      return unavailable(result.error, tool);
  }
}

// Section 5, case 8.
function conflict(tool: Tool): RefusedOutcome {
  return {
    kind: 'refused',
    code: 'call_id_conflict',
    message:
      'The id of this call was used for a different call before. The tool did not run; give each call an id of its own.',
    developerMessage: 'A call is repeated with the same tool, the same version of it and the same input.',
    tool,
  };
}

function inDoubt(tool: Tool): FailedOutcome {
  return {
    kind: 'failed',
    reason: 'interrupted',
    failure: {
      message:
        'The server was lost while the tool ran, and nobody knows how far it came. It was not run again; check what it has done before you make a new call.',
    },
    tool,
  };
}

function unavailable(error: unknown, tool: Tool): RefusedOutcome {
  const retryAfterMs = retryAfterOf(error) ?? 1_000;
  const seconds = Math.ceil(retryAfterMs / 1_000);
  return {
    kind: 'refused',
    code: 'unavailable',
    message: `The server cannot tell at the moment whether this call was made before. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    retryAfterMs,
    tool,
  };
}

function notJson(tool: Tool): RefusedOutcome {
  return {
    kind: 'refused',
    code: 'malformed',
    message: 'A call with an id needs an input that is plain JSON.',
    tool,
  };
}
