import type { Site } from './site.ts';

/** The parameters of a call. */
export interface CallPlan {
  readonly isKeyed: boolean;
  /** The TTL of its task, if the caller sets it. */
  readonly ttlMs: number;
  /** Registers cleanup of this test, because other tests run concurrently. */
  readonly onTestFinished: (clean: () => void | Promise<void>) => void;
}

/** One call at one server, and what ends it. */
export interface OneCall {
  /** Sends the call. Settles with its response, or when its caller no longer waits. */
  readonly begin: () => Promise<unknown>;
  /** Cancels it over its protocol. */
  readonly cancel: () => unknown;
  /** Ends a call of the same id that runs elsewhere, by the route for that. */
  readonly cancelElsewhere: () => unknown;
  readonly leave: () => unknown;
  /** Stops the server at once. */
  readonly stop: () => unknown;
}

/** How calls are made. */
export interface Way {
  readonly name: string;
  /** A task outlives its caller, and has the time of its task in the place of the server's limit. */
  readonly isTask?: boolean;
  /** Its callers say how long a task may take. */
  readonly hasTtl?: boolean;
  /** Its calls have a name to be canceled by, also without an id of the caller's. */
  readonly namesCalls?: boolean;
  readonly open: (site: Site, plan: CallPlan) => Promise<OneCall>;
}

/** The key of a call's id in `_meta`. */
export const callIdKey = 'org.opentoolcalling/call_id';
