const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

/** A syslog severity. */
export type LogLevel = (typeof levels)[number];

/** Whether a value is a severity. */
export function isLogLevel(value: unknown): value is LogLevel {
  return levels.some((level) => level === value);
}

/** Whether a severity is at least as high as another. */
export function isAtLeast(level: LogLevel, lowest: LogLevel): boolean {
  return levels.indexOf(level) >= levels.indexOf(lowest);
}

/** The severities, for error messages. */
export const knownLevels: string = levels.join(', ');
