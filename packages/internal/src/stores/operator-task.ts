/** The state of a task. The last three are final. */
export type TaskStatus = (typeof taskStatuses)[number];

export const taskStatuses = ['working', 'input_required', 'completed', 'failed', 'cancelled'] as const;

/** A durable call as the operator sees it: its state, without its input, result or credentials. */
export interface OperatorTask {
  readonly id: string;
  /** Omitted for anonymous callers. */
  readonly owner?: string;
  readonly status: TaskStatus;
  /** The progress or final message that the owner sees. */
  readonly message?: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly ttlMs: number;
  readonly toolId: string;
  readonly toolVersion: string;
  /** The caller's ID for the call. Another caller may use the same one. */
  readonly callId: string;
  /** How often it was started; 0 while it waits for its first worker. */
  readonly attempts: number;
  /** Since when it waits for a worker with its tool, in milliseconds since 1970. */
  readonly lacksToolSince?: number;
  /** Whether it runs again after a worker crash. */
  readonly retrySafe: boolean;
}
