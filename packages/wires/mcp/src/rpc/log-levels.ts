const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

/** How much a log line matters, as syslog has it. */
export type LogLevel = (typeof levels)[number];

/** Tells a level from every other value. */
export function isLogLevel(value: unknown): value is LogLevel {
  return levels.some((level) => level === value);
}

/** Tells whether a line matters at least so much. */
export function isAtLeast(level: LogLevel, lowest: LogLevel): boolean {
  return levels.indexOf(level) >= levels.indexOf(lowest);
}

/** The levels, for an error that names them. */
export const knownLevels: string = levels.join(', ');
