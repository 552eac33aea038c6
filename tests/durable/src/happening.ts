import { appendFileSync, readFileSync, statSync } from 'node:fs';
import process from 'node:process';

/** What happened, as the process has noted it that did it. */
export type Happening =
  | { readonly what: 'invoked'; readonly callId: string; readonly retrySafe: boolean }
  /** A call that was not begun, as its process was told by the store. */
  | { readonly what: 'refused'; readonly callId: string }
  | { readonly what: 'acknowledged'; readonly callId: string; readonly taskId: string }
  | {
      readonly what: 'begun';
      readonly callId: string;
      readonly taskId: string;
      readonly attempt: number;
      readonly pid: number;
      /** How far runs before had said that they were. */
      readonly saved: number;
    }
  /** A save that was kept. */
  | { readonly what: 'saved'; readonly taskId: string; readonly attempt: number; readonly step: number }
  /** A run whose signal told it to end. */
  | { readonly what: 'aborted'; readonly taskId: string; readonly attempt: number }
  | { readonly what: 'ended'; readonly taskId: string; readonly attempt: number }
  /** A disk, or the memory of a database, in which there is no room from then on. */
  | { readonly what: 'filled' }
  | { readonly what: 'killed'; readonly pid: number }
  /** That a process was paused, or that something was done to the database, and for how long that was so until then. */
  | { readonly what: 'struck'; readonly fault: string; readonly pid?: number | undefined; readonly forMs: number }
  /** A lease that was given or renewed, and when it runs out at the soonest. */
  | {
      readonly what: 'leased';
      readonly taskId: string;
      readonly attempt: number;
      readonly pid: number;
      readonly until: number;
    }
  /** An end that was kept. */
  | { readonly what: 'settled'; readonly taskId: string; readonly attempt: number }
  | {
      readonly what: 'read';
      readonly taskId: string;
      readonly status: string;
      readonly result?: { readonly callId: string; readonly attempt: number } | undefined;
      readonly mayHaveRun?: boolean | undefined;
      /** That it was done, and there was no room for its result. */
      readonly hadNoRoom?: boolean | undefined;
    };

/** With when it was noted, by the steady clock that all processes of the host share. */
export type Noted = Happening & { readonly at: number };

/** Milliseconds of the steady clock of the host. */
export function hostTime(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** What has happened, in a file, to which several processes add. */
export interface History {
  readonly note: (happening: Happening) => void;
  readonly notes: () => Noted[];
  /** Grows with each note. */
  readonly size: () => number;
}

/** Notes at once and whole, so that nothing is lost with the process. */
export function historyIn(file: string): History {
  return {
    note: (happening) => appendFileSync(file, `${JSON.stringify({ ...happening, at: hostTime() })}\n`),
    notes: () =>
      readFileSync(file, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Noted),
    size: () => statSync(file).size,
  };
}
