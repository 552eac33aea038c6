/** One turn of one task, which an engine keeps at most once at a time. */
export interface TaskTurn {
  readonly taskId: string;
  readonly turn: number;
  /** The tool of its call, as `Id@version`, so that a worker knows without asking whether it has it; an engine hands it on as it is. */
  readonly tool?: string | undefined;
}

/** A turn that an engine hands to a worker. */
export interface Delivery extends TaskTurn {
  /** Aborts when the engine knows that another worker may have the turn. */
  readonly signal: AbortSignal;
}

/** What came of a delivery: nothing is left to do for now, or there is again after a while. */
export type DeliveryEnd = 'settled' | { readonly againInMs: number };

/** A worker that takes deliveries. */
export interface WorkerHandle {
  /** Takes no more, and resolves when those that run have ended. */
  stop(): Promise<void>;
}

/**
 * Says when a task is run, and never whether: that is for the store (`TaskStore.claim`). It may deliver a turn twice, late, or to two
 * workers at once; what it loses a sweep over `TaskStore.unfinished` enqueues again.
 */
export interface TaskEngine {
  /** Rejects, in words that say what to set, where tasks could be lost. */
  ready(): Promise<void>;
  /** Lets go of what the engine has opened by itself, once its workers have stopped; left out where that is nothing. */
  close?(): Promise<void>;
  /** Resolves once the turn will be delivered; does nothing to a turn that is waiting already. */
  enqueue(turn: TaskTurn, options?: { readonly notBeforeMs?: number | undefined }): Promise<void>;
  /** Takes deliveries until it is stopped. A run that rejects is delivered again. */
  work(run: (delivery: Delivery) => Promise<DeliveryEnd>): WorkerHandle;
}
