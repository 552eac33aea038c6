import type { Call } from './call.ts';
import { isPromise, type MaybePromise } from './maybe-promise.ts';
import type { Outcome } from './outcome.ts';
import { PassingCall } from './passing-call.ts';
import type { Stage } from './stage.ts';

/** A call on its way to an outcome, at once where all that it passes is synchronous: it never throws, and its promise never rejects. */
export type CallHandler = (call: Call) => MaybePromise<Outcome>;

/** What to do with a throw from a stage: a bug, since only tools may throw. */
export type OnStageThrow = (thrown: unknown, call: Call) => Outcome;

/** Stages in order, each typed by what those before it have added. */
export interface Pipeline<Reached extends Call> {
  /** Appends a stage; it compiles only after the stages that add what it needs. */
  use<Adds extends object>(stage: Stage<Reached, Adds>): Pipeline<Reached & Adds>;
  /** Appends a stage that adds nothing, for the calls it applies to; the others pass it by at no cost. */
  useWhen(applies: (call: Reached) => boolean, stage: Stage<Reached>): Pipeline<Reached>;
  /** Closes the pipeline with the handler that runs the tool; composed once, at start-up. */
  handle(last: (call: Reached) => MaybePromise<Outcome>): CallHandler;
}

type Handler<Known extends Call> = (call: Known) => MaybePromise<Outcome>;

/** Puts the stages so far in front of what comes behind them. */
type Stages<Reached extends Call> = (last: Handler<Reached>) => Handler<Call>;

/** Starts an empty pipeline. */
export function pipeline(onStageThrow: OnStageThrow = refuseAsInternal): Pipeline<Call> {
  return withStages((last) => last, onStageThrow);
}

function withStages<Reached extends Call>(before: Stages<Reached>, onStageThrow: OnStageThrow): Pipeline<Reached> {
  return {
    use: <Adds extends object>(stage: Stage<Reached, Adds>) =>
      withStages<Reached & Adds>((last) => before(inFront(stage, last)), onStageThrow),
    useWhen: (applies, stage) =>
      withStages<Reached>((last) => {
        const staged = inFront(stage, last);
        return before((call) => (applies(call) ? staged(call) : last(call)));
      }, onStageThrow),
    handle: (last) => neverRejecting(before(last), onStageThrow),
  };
}

function inFront<Reached extends Call, Adds extends object>(
  stage: Stage<Reached, Adds>,
  next: Handler<Reached & Adds>,
): Handler<Reached> {
  return (call) =>
    stage(call, (adds?: Adds) => next((adds === undefined ? call : new PassingCall(call, adds)) as Reached & Adds));
}

function neverRejecting(first: Handler<Call>, onStageThrow: OnStageThrow): CallHandler {
  const settled = async (outcome: Promise<Outcome>, call: Call): Promise<Outcome> => {
    try {
      return present(await outcome);
    } catch (thrown) {
      return outcomeOfThrow(onStageThrow, thrown, call);
    }
  };
  return (call) => {
    try {
      const outcome = first(call);
      return isPromise(outcome) ? settled(outcome, call) : present(outcome);
    } catch (thrown) {
      return outcomeOfThrow(onStageThrow, thrown, call);
    }
  };
}

// The types refuse a stage that forgets to return; plain JavaScript does not.
function present(outcome: Outcome | undefined): Outcome {
  if (outcome === undefined) throw new TypeError("A stage returned nothing. Return an outcome, or next()'s.");
  return outcome;
}

function outcomeOfThrow(onStageThrow: OnStageThrow, thrown: unknown, call: Call): Outcome {
  try {
    return onStageThrow(thrown, call);
  } catch {
    // The handler failed itself, perhaps because its log is gone: the caller gets an answer all the same.
    return refuseAsInternal();
  }
}

function refuseAsInternal(): Outcome {
  return { kind: 'refused', code: 'internal', message: 'The server could not process the call.' };
}
