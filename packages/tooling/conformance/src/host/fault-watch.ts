/** Records unhandled errors of the process. */
export interface FaultWatch {
  /** Stops watching, and returns the errors. */
  end(): Promise<readonly string[]>;
}

/** Watches for unhandled rejections, uncaught exceptions and leaking listeners. */
export function watchFaults(): FaultWatch {
  const faults: string[] = [];
  const onRejection = (reason: unknown): void => void faults.push(`unhandled rejection: ${describe(reason)}`);
  const onException = (error: unknown): void => void faults.push(`uncaught exception: ${describe(error)}`);
  const onWarning = (warning: Error): void => {
    if (warning.name === 'MaxListenersExceededWarning') faults.push(`listener leak: ${warning.message}`);
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

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
