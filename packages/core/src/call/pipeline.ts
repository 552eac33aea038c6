import { isPromise, type MaybePromise } from '@toolwire/internal';
import type { Tool } from '../tool/tool.ts';
import type { Call } from './call.ts';
import { ExtendedCall } from './extended-call.ts';
import type { Outcome, RefusedOutcome } from './outcome.ts';
import type { ObserveRequest } from './protocol-request.ts';

/** Runs a call to its outcome; synchronous if all stages are. Never throws or rejects. */
export type CallHandler = (call: Call) => MaybePromise<Outcome>;

/** Returns the outcome after a stage threw, which is a bug: only tools may throw. */
type OnStageThrow = (thrown: unknown, call: Call) => Outcome;

/** Stages in order, each typed by the fields that earlier stages add. */
export interface Pipeline<Reached extends Call> {
  /** Appends a stage. It only compiles after the stages that add the fields it needs. */
  use<Adds extends object>(stage: Stage<Reached, Adds>): Pipeline<Reached & Adds>;
  /** Appends a stage without fields, only for the calls it applies to. Other calls skip it at no cost. */
  useWhen(applies: (call: Reached) => boolean, stage: Stage<Reached>): Pipeline<Reached>;
  /** Ends the pipeline with the handler that runs the tool. Composed once, at startup. */
  handle(last: (call: Reached) => MaybePromise<Outcome>): CallHandler;
}

type Handler<Reached extends Call> = (call: Reached) => MaybePromise<Outcome>;

/** Composes the stages so far with the rest. */
type Stages<Reached extends Call> = (last: Handler<Reached>) => Handler<Call>;

/** Starts an empty pipeline. */
export function pipeline(onStageThrow: OnStageThrow = refuseAsInternal): Pipeline<Call> {
  return withStages((last) => last, onStageThrow);
}

function withStages<Reached extends Call>(before: Stages<Reached>, onStageThrow: OnStageThrow): Pipeline<Reached> {
  return {
    use: <Adds extends object>(stage: Stage<Reached, Adds>) =>
      withStages<Reached & Adds>((last) => before(prepend(stage, last)), onStageThrow),
    useWhen: (applies, stage) =>
      withStages<Reached>((last) => {
        const withStage = prepend(stage, last);
        return before((call) => (applies(call) ? withStage(call) : last(call)));
      }, onStageThrow),
    handle: (last) => neverRejecting(before(last), onStageThrow),
  };
}

function prepend<Reached extends Call, Adds extends object>(
  stage: Stage<Reached, Adds>,
  next: Handler<Reached & Adds>,
): Handler<Reached> {
  return (call) =>
    stage(call, (adds?: Adds) => next((adds === undefined ? call : new ExtendedCall(call, adds)) as Reached & Adds));
}

function neverRejecting(first: Handler<Call>, onStageThrow: OnStageThrow): CallHandler {
  const settle = async (outcome: Promise<Outcome>, call: Call): Promise<Outcome> => {
    try {
      return requireOutcome(await outcome);
    } catch (thrown) {
      return outcomeOfThrow(onStageThrow, thrown, call);
    }
  };
  return (call) => {
    try {
      const outcome = first(call);
      return isPromise(outcome) ? settle(outcome, call) : requireOutcome(outcome);
    } catch (thrown) {
      return outcomeOfThrow(onStageThrow, thrown, call);
    }
  };
}

/** Returns the outcome of a stage, and throws without one: in plain JavaScript a stage may forget to return. */
export function requireOutcome(outcome: Outcome | null | undefined): Outcome {
  if (outcome?.kind === undefined) {
    throw new TypeError('Middleware returned no outcome. Return an outcome, or the result of next().');
  }
  return outcome;
}

function outcomeOfThrow(onStageThrow: OnStageThrow, thrown: unknown, call: Call): Outcome {
  try {
    return onStageThrow(thrown, call);
  } catch {
    // The handler failed too, for example because its logger throws. The caller still gets an outcome.
    return refuseAsInternal();
  }
}

/** The outcome of a call whose stage threw. Callers get no details. */
export function refuseAsInternal(): RefusedOutcome {
  return { kind: 'refused', code: 'internal', message: 'The server could not process the call.' };
}

/** Runs the rest of the pipeline with the fields that this stage adds. May be called more than once, as a retry does. */
export type Next<Adds extends object = object> = (
  ...adds: object extends Adds ? [adds?: Adds] : [adds: Adds]
) => MaybePromise<Outcome>;

/** A middleware function: one stage of a call. `Needs` are the fields it requires, `Adds` the fields it adds for later stages. */
export interface Stage<Needs extends Call = Call, Adds extends object = object> {
  (call: Needs, next: Next<Adds>): MaybePromise<Outcome>;
  /** Cancels a call, for a stage that knows of runs in other processes. */
  readonly cancel?: ((call: Call & { readonly tool: Tool }) => MaybePromise<unknown>) | undefined;
  /**
   * For a stage that stores results by call ID: returns the outcome of a call that was made before, stored or from its run. Returns `new` for
   * a call that the stage would store, and `undefined` for a call that it passes on. Runs no tool.
   */
  readonly repeat?: ((call: Call & { readonly tool: Tool }) => MaybePromise<Outcome | 'new' | undefined>) | undefined;
  /** Resolves when the stage's dependencies are ready, such as its store. `/health` responds 503 until then, and retries after a rejection. */
  readonly ready?: (() => Promise<unknown>) | undefined;
  /** Observes every request of a protocol, for a stage in `use`: also requests without a call, such as `resources/read` of MCP. */
  readonly observeRequest?: ObserveRequest | undefined;
}

/** Observes which stages calls reach, for example for the inspector. A stage in `use` has it under `stageObserverMark`. */
export interface StageObserver {
  /** Whether the observer is active; read once per call. */
  readonly isOn: () => boolean;
  /** Called when a call reaches a stage. */
  readonly reached: (call: Call, stage: string) => void;
}

// Symbol.for, because the stage may come from another copy of this package.
export const stageObserverMark: symbol = Symbol.for('toolwire.stage-observer');
