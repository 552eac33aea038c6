import { ok, strictEqual } from 'node:assert/strict';
import type { Logger } from '@toolwire/core';

interface RecordingLogger extends Logger {
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

/** Expects one error in the log, with this text. */
export function expectOneError(log: string, text: string): void {
  const lines = log.split('\n');
  const [line, ...more] = lines.filter((entry) => entry.includes(text));
  ok(line?.includes('"level":"error"'), `log: expected an error with '${text}', got ${lines.join('; ')}`);
  strictEqual(more.length, 0, `log lines with '${text}': expected 1, got ${more.length + 1}`);
}
