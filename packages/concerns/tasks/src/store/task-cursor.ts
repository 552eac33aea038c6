import type { TaskRecord } from '../record/task-record.ts';
import type { TaskPageRequest, TaskRecordPage } from './task-store.ts';

/** The position of a task in a list: by age, then by ID. `all()` of the Redis store has an expiry and an index member instead. */
export interface TaskPosition {
  readonly createdAt: number;
  readonly id: string;
}

/** Before the first task. */
export const firstPosition: TaskPosition = { createdAt: Number.NEGATIVE_INFINITY, id: '' };

/** Sorts older tasks first. */
export function comparePositions(a: TaskPosition, b: TaskPosition): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : Number(a.id > b.id));
}

/** Decodes a cursor; `undefined` for an invalid one. A forged cursor only selects a position among the owner's tasks. */
function positionOf(cursor: string): TaskPosition | undefined {
  const [, createdAt, id] = /^(\d{1,16}(?:\.\d{1,16})?) ([^\0]+)$/.exec(cursor) ?? [];
  return createdAt === undefined || id === undefined ? undefined : { createdAt: Number(createdAt), id };
}

/** A record with its position in the order of the list. */
interface PositionedRecord {
  readonly record: TaskRecord;
  readonly position: TaskPosition;
}

/** One page of a database, whose query returns up to `limit` records after a position; `undefined` for an invalid cursor. */
export async function readTaskPage(
  { cursor, limit }: TaskPageRequest,
  query: (after: TaskPosition, limit: number) => Promise<readonly PositionedRecord[]>,
): Promise<TaskRecordPage | undefined> {
  const after = cursor === undefined ? firstPosition : positionOf(cursor);
  if (after === undefined) return undefined;
  // One extra record shows whether there is another page.
  const records = await query(after, limit + 1);
  const page = records.slice(0, limit);
  const last = page.at(-1);
  return {
    records: page.map(({ record }) => record),
    nextCursor: last && records.length > limit ? `${last.position.createdAt} ${last.position.id}` : undefined,
  };
}
