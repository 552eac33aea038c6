/** A durable call as its server reports it. */
export interface DurableTask {
  readonly id: string;
  /** Omitted for anonymous callers. */
  readonly owner?: string;
  readonly status: 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';
  readonly message?: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly ttlMs: number;
  readonly toolId: string;
  readonly toolVersion: string;
  readonly callId: string;
  /** How often it was started. */
  readonly attempts: number;
  /** Since when it waits for a worker with its tool. */
  readonly lacksToolSince?: number;
  readonly retrySafe: boolean;
}

/** A page of durable calls, oldest first. */
export interface DurablePage {
  readonly tasks: readonly DurableTask[];
  readonly nextCursor?: string;
}

/** The state of a durable call, in the words of all calls. */
export function stateOfTask({ status, attempts, lacksToolSince }: DurableTask): string {
  const isWaiting = attempts === 0 || lacksToolSince !== undefined;
  return status === 'working' && isWaiting ? 'deferred' : status;
}

/** Whether a durable call has ended. */
export function hasEnded({ status }: DurableTask): boolean {
  return status !== 'working' && status !== 'input_required';
}
