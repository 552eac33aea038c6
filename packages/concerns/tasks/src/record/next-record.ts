import { hasEnded, type TaskCall, type TaskRecord } from './task-record.ts';

/** How a task ended. */
interface RecordEnd {
  readonly status: TaskRecord['status'];
  readonly message: string | undefined;
  readonly outcome?: Pick<TaskRecord, 'result' | 'error'>;
}

/** Returns the record of an ended task; `undefined` if it has ended before. */
export function endRecord(
  record: TaskRecord,
  { status, message, outcome }: RecordEnd,
  now: number,
): TaskRecord | undefined {
  if (hasEnded(record)) return undefined;
  const { id, owner, share, version, createdAt, updatedAt, ttlMs, call, startToken, turn, fence, setAside } = record;
  // Drops answers and saved values, which may be private. Listing the fields is much faster than a rest pattern.
  const finalRecord: { -readonly [Name in keyof TaskRecord]: TaskRecord[Name] } = {
    id,
    owner,
    version: version + 1,
    status,
    createdAt,
    updatedAt: laterOf(now, updatedAt),
    ttlMs,
    questions: [],
  };
  if (share !== undefined) finalRecord.share = share;
  if (call !== undefined) finalRecord.call = call.sealed === undefined ? call : withoutSealed(call);
  if (startToken !== undefined) finalRecord.startToken = startToken;
  if (turn !== undefined) finalRecord.turn = turn;
  if (fence !== undefined) finalRecord.fence = fence;
  if (setAside !== undefined) finalRecord.setAside = setAside;
  if (message !== undefined) finalRecord.message = message;
  return Object.assign(finalRecord, outcome);
}

function withoutSealed({ sealed: _sealed, ...call }: TaskCall): TaskCall {
  return call;
}

/** Returns a changed record as its next version. */
export function next(from: TaskRecord, to: TaskRecord, now: number): TaskRecord {
  return { ...to, version: from.version + 1, updatedAt: laterOf(now, from.updatedAt) };
}

/** Server clocks differ. An update never gets an earlier time than the previous one. */
function laterOf(now: number, before: number): number {
  return Math.max(now, before);
}
