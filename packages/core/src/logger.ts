/** A logger as pino shapes it: fields first, then the sentence. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What a tool logs with: fields or an error and then the sentence, or one of them alone. */
export interface ToolLogger {
  debug(about: unknown, message?: string): void;
  info(about: unknown, message?: string): void;
  warn(about: unknown, message?: string): void;
  error(about: unknown, message?: string): void;
}
