import { appendFileSync, readFileSync, statSync } from 'node:fs';
import process from 'node:process';

/** An event, as recorded by the process that caused or observed it. */
export type HistoryEvent =
  | { readonly type: 'invoked'; readonly callId: string; readonly retrySafe: boolean }
  /** The store refused a call. */
  | { readonly type: 'refused'; readonly callId: string }
  | { readonly type: 'acknowledged'; readonly callId: string; readonly taskId: string }
  | {
      readonly type: 'started';
      readonly callId: string;
      readonly taskId: string;
      readonly attempt: number;
      readonly pid: number;
      /** The last step that earlier runs saved. */
      readonly saved: number;
    }
  /** A save was stored. */
  | { readonly type: 'saved'; readonly taskId: string; readonly attempt: number; readonly step: number }
  /** The signal of a run aborted. */
  | { readonly type: 'aborted'; readonly taskId: string; readonly attempt: number }
  | { readonly type: 'ended'; readonly taskId: string; readonly attempt: number }
  /** A disk, or the memory of a database, is full from now on. */
  | { readonly type: 'storage-full' }
  | { readonly type: 'killed'; readonly pid: number }
  /** A process was paused, or the database had a fault, for the given time before this event. */
  | { readonly type: 'fault'; readonly fault: string; readonly pid?: number | undefined; readonly forMs: number }
  /** A lease was granted or renewed. It expires at `until` or later. */
  | {
      readonly type: 'leased';
      readonly taskId: string;
      readonly attempt: number;
      readonly pid: number;
      readonly until: number;
    }
  /** The outcome of a run was stored. */
  | { readonly type: 'settled'; readonly taskId: string; readonly attempt: number }
  | {
      readonly type: 'read';
      readonly taskId: string;
      readonly status: string;
      readonly result?: { readonly callId: string; readonly attempt: number } | undefined;
      readonly mayHaveRun?: boolean | undefined;
      /** The message of its error. */
      readonly message?: string | undefined;
      /** The call has ended, but its result was too large for the full storage. */
      readonly hadNoRoom?: boolean | undefined;
    };

/** An event with its time, on the monotonic clock that all processes of the host share. */
export type RecordedEvent = HistoryEvent & { readonly at: number };

/** The monotonic clock of the host, in milliseconds. */
export function hostTime(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** Events in a file, to which several processes append. */
export interface History<Event extends object = HistoryEvent> {
  readonly record: (event: Event) => void;
  readonly events: () => (Event & Pick<RecordedEvent, 'at'>)[];
  /** Grows with each event. */
  readonly size: () => number;
}

/** Opens a history. Each event is written synchronously, so that a killed process loses none. */
export function historyIn<Event extends object = HistoryEvent>(file: string): History<Event> {
  return {
    record: (event) => appendFileSync(file, `${JSON.stringify({ ...event, at: hostTime() })}\n`),
    events: () =>
      readFileSync(file, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Event & Pick<RecordedEvent, 'at'>),
    size: () => statSync(file).size,
  };
}

/** Groups items by a key. Groups are in the order of their first item. */
export function groupBy<One, Key>(all: readonly One[], keyOf: (one: One) => Key): Map<Key, One[]> {
  const groups = new Map<Key, One[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return groups;
}
