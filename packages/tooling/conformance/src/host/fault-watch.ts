/** Watches the process for errors that no code handles. */
export interface FaultWatch {
  /** Stops watching, and returns the errors. */
  end(): Promise<readonly string[]>;
}

/** Watches for unhandled rejections, uncaught exceptions and leaking listeners. */
export function watchFaults(): FaultWatch {
  const faults: string[] = [];
  const onRejection = (reason: unknown): void => void faults.push(`a promise was left rejected: ${describe(reason)}`);
  const onException = (error: unknown): void => void faults.push(`an exception was not caught: ${describe(error)}`);
  const onWarning = (warning: Error): void => {
    if (warning.name === 'MaxListenersExceededWarning') faults.push(`listeners pile up: ${warning.message}`);
  };
  process.on('unhandledRejection', onRejection).on('uncaughtException', onException).on('warning', onWarning);
  return {
    end: async () => {
      // Node reports rejections after the microtasks of a turn, and warnings in the next turn.
      for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
      process.off('unhandledRejection', onRejection).off('uncaughtException', onException).off('warning', onWarning);
      return faults;
    },
  };
}

function describe(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
