import type { TaskCall, TaskRecord } from './task-record.ts';

/** One turn of one task. An engine queues it at most once at a time. */
export interface TaskTurn {
  readonly taskId: string;
  readonly turn: number;
  /** The tool of its call, as `Id@version`, so a worker knows without a store read whether it has it. An engine passes it on unchanged. */
  readonly tool?: string | undefined;
}

/** The current turn of a task: 1, and one more each time it resumes after input, restarts or is retried. */
export function turnOf({ turn }: TaskRecord): number {
  return turn ?? 1;
}

/** The turn to enqueue for a task. */
export function turnToDeliver(record: TaskRecord): TaskTurn {
  const { id, call } = record;
  const turn = { taskId: id, turn: turnOf(record) };
  return call === undefined ? turn : { ...turn, tool: `${call.toolId}@${call.toolVersion}` };
}

/** The tool of a turn, as `turnToDeliver` wrote it; `undefined` if the turn has none. */
export function toolOfTurn({ tool }: TaskTurn): Pick<TaskCall, 'toolId' | 'toolVersion'> | undefined {
  if (tool === undefined) return undefined;
  const separator = tool.lastIndexOf('@');
  return { toolId: tool.slice(0, separator), toolVersion: tool.slice(separator + 1) };
}
