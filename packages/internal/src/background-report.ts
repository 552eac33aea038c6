type Report = (error: unknown) => void;

/** Where a store or an engine reports errors of its background work, which no caller waits for. */
export interface BackgroundReport {
  /** Reports an error. */
  readonly report: Report;
  /** Sets the receiver of errors, unless there is one already. */
  readonly reportTo: (receiver: Report) => void;
}

/**
 * Creates the report of a store or an engine. It exists before the server that logs its errors, so the receiver may be set later. The option
 * `report` of the store or the engine takes precedence.
 */
export function createBackgroundReport(option: Report | undefined): BackgroundReport {
  let receiver = option;
  return {
    report: (error) => receiver?.(error),
    reportTo: (other) => {
      receiver ??= other;
    },
  };
}
