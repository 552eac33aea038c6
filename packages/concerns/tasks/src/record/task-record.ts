import type { Json, TaskStatus } from '@toolwire/internal';

/** A request for input. It is answered once, and its key is never reused. */
export interface TaskQuestion {
  readonly key: string;
  readonly request: Json;
  /** Omitted until it is answered. */
  readonly answer?: Json;
}

/** A stored task: plain JSON. */
export interface TaskRecord {
  readonly id: string;
  /** `null` for anonymous callers. */
  readonly owner: string | null;
  /** The largest share of a store for all tasks without an owner. Default: 1. */
  readonly share?: number;
  /** 1 for a new task, one more with each change. */
  readonly version: number;
  readonly status: TaskStatus;
  readonly message?: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly ttlMs: number;
  /** All requests so far, in order; empty once the task has ended. */
  readonly questions: readonly TaskQuestion[];
  readonly result?: Json;
  readonly error?: Json;
  /** The call that any process may run. Omitted for in-process work. */
  readonly call?: TaskCall;
  /** Identifies its last start, restart or retry among concurrent ones with the same ID. Omitted for a generated ID, which has one start. */
  readonly startToken?: string;
  /** The turn that an engine delivers. Default: 1. */
  readonly turn?: number;
  /** How often it was claimed; an undone claim doesn't count. A store rejects changes with a smaller fence. Default: 0. */
  readonly fence?: number;
  /** The last attempt that ended without a crash, even if only parked or handed back. Later attempts ended in crashes. Default: 0. */
  readonly lastEndedAttempt?: number;
  /** How many claims did not start the call: the worker set it aside to run it alone later, or crashed before that. Default: 0. */
  readonly setAside?: number;
  /** The fence of the last claim that was set aside. */
  readonly lastSetAside?: number;
  /** The fence of the last run that ran alone in its worker. */
  readonly ranAlone?: number;
  /** How often its call was handed back after a retryable failure. Default: 0. */
  readonly handBacks?: number;
  /** Whether the next start with its ID runs the call again, after its caller got a retryable failure. */
  readonly startsAgain?: true;
  /** The value that the call saved for later attempts. */
  readonly saved?: Json;
  /** Since when it waits for a worker with its tool, in milliseconds since 1970. Outdated if the fence has changed since. */
  readonly missingTool?: { readonly since: number; readonly fence: number };
}

/** Whether the status is final. */
export function hasEnded({ status }: { readonly status: TaskStatus }): boolean {
  return status !== 'working' && status !== 'input_required';
}

export function isOpen({ answer }: TaskQuestion): boolean {
  return answer === undefined;
}

/** A stored tool call that any process with the same tools can run. It contains no plain credentials. */
export interface TaskCall {
  readonly toolId: string;
  /** The exact version, so that a deploy does not change it. */
  readonly toolVersion: string;
  readonly input: Json;
  /** The caller, as the tool sees it. */
  readonly principal?: Json;
  /** The caller's ID for the call, for logs: another caller may use the same one. */
  readonly callId: string;
  /** What the tool passes to the APIs it has an effect on; the same for each run of the call, and different for each caller. */
  readonly idempotencyKey?: string;
  /** The user for whom the call is made, if its caller names one. */
  readonly userId?: string;
  /** The kinds of input that its caller supports, such as `form`. Other requests end the call. Default: none. */
  readonly askable?: readonly string[];
  /** The program that sent it, as the tool sees it. */
  readonly client?: {
    readonly name?: string | undefined;
    readonly version?: string | undefined;
    readonly protocolVersion?: string | undefined;
  };
  /** The session of its client. */
  readonly sessionId?: string;
  readonly traceparent?: string;
  /** Its encrypted credentials; removed when the task ends. */
  readonly sealed?: string;
  /** Whether it may run again after a worker crash: its tool is idempotent or read-only. */
  readonly retrySafe: boolean;
}

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
export function nextVersion(from: TaskRecord, to: TaskRecord, now: number): TaskRecord {
  return { ...to, version: from.version + 1, updatedAt: laterOf(now, from.updatedAt) };
}

/** Server clocks differ. An update never gets an earlier time than the previous one. */
function laterOf(now: number, before: number): number {
  return Math.max(now, before);
}
