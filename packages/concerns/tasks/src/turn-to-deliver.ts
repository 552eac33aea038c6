import { turnOf } from './claim.ts';
import type { TaskTurn } from './task-engine.ts';
import type { TaskRecord } from './task-record.ts';

/** What an engine is told of a task that is to be run. */
export function turnToDeliver(record: TaskRecord): TaskTurn {
  const { id, call } = record;
  const turn = { taskId: id, turn: turnOf(record) };
  return call === undefined ? turn : { ...turn, tool: `${call.toolId}@${call.toolVersion}` };
}
