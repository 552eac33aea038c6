import type { Call } from './call.ts';
import { isPromise, type MaybePromise } from './maybe-promise.ts';
import type { Outcome } from './outcome.ts';
import type { Stage } from './stage.ts';

/** A call on its way to an outcome: answers a promise that never rejects. */
export type CallHandler = (call: Call) => Promise<Outcome>;

/** What to do with a throw from a stage: a bug, since only tools may throw. */
export type OnStageThrow = (thrown: unknown, call: Call) => Outcome;

/** Stages in order, each typed by what those before it have added. */
export interface Pipeline<Reached extends Call> {
  /** Appends a stage; it compiles only after the stages that add what it needs. */
  use<Adds extends object>(stage: Stage<Reached, Adds>): Pipeline<Reached & Adds>;
  /** Closes the pipeline with the handler that runs the tool; composed once, at start-up. */
  handle(last: (call: Reached) => MaybePromise<Outcome>): CallHandler;
}

type AnyHandler = (call: Call) => MaybePromise<Outcome>;
type AnyStage = (call: Call, next: (adds?: object) => MaybePromise<Outcome>) => MaybePromise<Outcome>;

/** Starts an empty pipeline. */
export function pipeline(onStageThrow: OnStageThrow = refuseAsInternal): Pipeline<Call> {
  return withStages([], onStageThrow);
}

function withStages<Reached extends Call>(stages: readonly AnyStage[], onStageThrow: OnStageThrow): Pipeline<Reached> {
  return {
    use: <Adds extends object>(stage: Stage<Reached, Adds>) =>
      withStages<Reached & Adds>([...stages, stage as unknown as AnyStage], onStageThrow),
    handle: (last) => compose(stages, last as AnyHandler, onStageThrow),
  };
}

function compose(stages: readonly AnyStage[], last: AnyHandler, onStageThrow: OnStageThrow): CallHandler {
  const first = stages.reduceRight<AnyHandler>(
    (next, stage) => (call) => stage(call, (adds) => next(adds === undefined ? call : extend(call, adds))),
    last,
  );
  return async (call) => {
    try {
      const outcome = first(call);
      return isPromise(outcome) ? await outcome : outcome;
    } catch (thrown) {
      return onStageThrow(thrown, call);
    }
  };
}

function refuseAsInternal(): Outcome {
  return { kind: 'refused', code: 'internal', message: 'The server could not process the call.' };
}

/**
 * A copy, never the caller's object, so that a stage may call `next` twice, even at once.
 * Field by field because an object spread costs thirty times as much on this path.
 */
class ExtendedCall implements Call {
  readonly wire: string;
  readonly toolId: string;
  readonly callId: string;
  readonly traceId: string | undefined;
  readonly input: unknown;
  readonly context: Call['context'];
  readonly lifetime: Call['lifetime'];
  readonly values: Call['values'];
  readonly reportProgress: Call['reportProgress'];

  constructor(call: Call) {
    this.wire = call.wire;
    this.toolId = call.toolId;
    this.callId = call.callId;
    this.traceId = call.traceId;
    this.input = call.input;
    this.context = call.context;
    this.lifetime = call.lifetime;
    this.values = call.values;
    this.reportProgress = call.reportProgress;
  }
}

function extend(call: Call, adds: object): Call {
  const extended = new ExtendedCall(call);
  copyOwn(call, extended);
  copyOwn(adds, extended);
  return extended;
}

function copyOwn(from: object, to: object): void {
  for (const key in from) {
    (to as Record<string, unknown>)[key] = (from as Record<string, unknown>)[key];
  }
}
