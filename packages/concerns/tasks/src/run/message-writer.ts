import { startTimer } from '@toolwire/internal';
import { type Report, tryOrReport } from '../access/report.ts';
import type { TaskLedger } from '../access/task-ledger.ts';
import { pollIntervalMs } from '../record/task.ts';
import { setMessage } from '../record/transitions.ts';

/** Writes the latest progress message of a task at once, and then at most once per poll interval. */
export interface MessageWriter {
  readonly write: (message: string) => void;
  /** Writes nothing more. Returns the message that was not written yet. */
  readonly stop: () => string | undefined;
}

export function createMessageWriter(id: string, ledger: TaskLedger, report: Report): MessageWriter {
  let nextMessage: string | undefined;
  let stopTimer: (() => void) | undefined;
  let isStopped = false;
  const takeNext = (): string | undefined => {
    const message = nextMessage;
    nextMessage = undefined;
    return message;
  };
  const flush = (): void => {
    stopTimer = undefined;
    const message = takeNext();
    if (message === undefined) return;
    stopTimer = startTimer(pollIntervalMs, flush);
    void tryOrReport(report, id, () => ledger.update(id, setMessage(message)));
  };
  return {
    write: (message) => {
      if (isStopped) return;
      nextMessage = message;
      if (stopTimer === undefined) flush();
    },
    stop: () => {
      isStopped = true;
      stopTimer?.();
      return takeNext();
    },
  };
}
