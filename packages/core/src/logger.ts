/** A logger with the interface of pino: fields first, then the message. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The logger of a tool: fields or an error, then the message, or only one of them. */
export interface ToolLogger {
  debug(about: unknown, message?: string): void;
  info(about: unknown, message?: string): void;
  warn(about: unknown, message?: string): void;
  error(about: unknown, message?: string): void;
}
