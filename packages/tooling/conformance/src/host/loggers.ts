import type { Logger } from '@toolwire/core';

const discard = (): void => undefined;

/** Discards the log of servers whose tools fail on purpose. */
export const quietLogger: Logger = { debug: discard, info: discard, warn: discard, error: discard };

export interface RecordingLogger extends Logger {
  /** All lines so far, each as JSON. */
  text(): string;
}

/** Creates a logger that records every line. */
export function createRecordingLogger(): RecordingLogger {
  const lines: string[] = [];
  const write =
    (level: keyof Logger) =>
    (fields: object, message: string): void =>
      void lines.push(JSON.stringify({ level, message, ...fields }));
  return {
    text: () => lines.join('\n'),
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  };
}
