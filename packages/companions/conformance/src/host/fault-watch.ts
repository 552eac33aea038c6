/** Hears what goes wrong in the process without anybody being told. */
export interface FaultWatch {
  /** Ends the watch, and tells what there was to hear. */
  end(): Promise<readonly string[]>;
}

/** Starts to listen for rejected promises and exceptions that nobody has caught, and for listeners that pile up. */
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
      // Rejections are told of after the microtasks of a turn, warnings in the next one.
      for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
      process.off('unhandledRejection', onRejection).off('uncaughtException', onException).off('warning', onWarning);
      return faults;
    },
  };
}

function describe(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
