import { callListener } from '../async/promises.ts';

type Report = (error: unknown) => void;

/** Where a store or an engine reports errors of its background work, which no caller waits for. */
export interface BackgroundReport {
  /** Reports an error. */
  readonly report: Report;
  /** Sets the receiver of errors, unless there is one already. */
  readonly reportTo: (receiver: Report) => void;
}

/**
 * Creates the report of a store or an engine. The server that logs the errors is created later than the store, and sets the receiver then,
 * unless the option `report` of the store or the engine has one.
 */
export function createBackgroundReport(option: Report | undefined): BackgroundReport {
  let receiver = option;
  return {
    report: (error) => callListener(receiver, error),
    reportTo: (other) => {
      receiver ??= other;
    },
  };
}
