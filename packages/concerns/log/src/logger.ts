/** A logger as pino shapes it: fields first, then the sentence. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** Says whether a level is written at all, so that nothing is made ready for one that is not. */
  isLevelEnabled?(level: string): boolean;
}

/** How much a line matters. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
