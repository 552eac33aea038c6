import type { TaskTurn } from '../record/task-turn.ts';

/** A turn that an engine delivers to a worker. */
export interface Delivery extends TaskTurn {
  /** Aborts when another worker may have the turn. */
  readonly signal: AbortSignal;
}

/** The end of a delivery: settled, or to be delivered again after a delay. */
export type DeliveryEnd = 'settled' | { readonly againInMs: number };

/** A running worker. */
export interface WorkerHandle {
  /** Accepts no further deliveries, and resolves when the running ones have ended. */
  stop(): Promise<void>;
}

/**
 * Decides when a task runs. The store decides whether (`TaskStore.claim`). An engine may deliver a turn twice, late, or to two workers.
 * A sweep over `TaskStore.unfinished` enqueues lost turns again.
 */
export interface TaskEngine {
  /** Rejects, with instructions, if the configuration could lose tasks. */
  ready(): Promise<void>;
  /** Closes what the engine itself opened, after its workers have stopped. */
  close?(): Promise<void>;
  /** Sets the receiver of errors of background work, unless the engine has one from its options. */
  reportTo?(report: (error: unknown) => void): void;
  /** Resolves when the turn is queued. Does nothing if it waits already. */
  enqueue(turn: TaskTurn): Promise<void>;
  /** Starts a worker. A rejected run is delivered again. */
  work(run: (delivery: Delivery) => Promise<DeliveryEnd>): WorkerHandle;
}
