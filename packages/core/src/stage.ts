import type { Call } from './call.ts';
import type { MaybePromise } from './maybe-promise.ts';
import type { Outcome } from './outcome.ts';
import type { Tool } from './tool.ts';

/** Runs the rest of the pipeline, with what this stage adds to the call; may be called more than once, as a retry does. */
export type Next<Adds extends object = object> = (
  ...adds: object extends Adds ? [adds?: Adds] : [adds: Adds]
) => MaybePromise<Outcome>;

/** One concern of a call: `Needs` must already be on the call, `Adds` is what later stages may rely on. */
export interface Stage<Needs extends Call = Call, Adds extends object = object> {
  (call: Needs, next: Next<Adds>): MaybePromise<Outcome>;
  /** Hears of calls that their callers have cancelled, for a stage that knows of runs in other processes. */
  readonly cancel?: ((call: Call & { readonly tool: Tool }) => MaybePromise<unknown>) | undefined;
}
