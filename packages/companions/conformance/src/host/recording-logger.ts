import type { Logger } from '@toolwire/core';

/** A logger that remembers every line. */
export interface RecordingLogger extends Logger {
  /** All lines so far, each as JSON. */
  text(): string;
}

/** Makes a logger with an empty memory. */
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
