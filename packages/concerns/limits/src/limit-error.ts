import { hasMark, limitErrorMark } from '@toolwire/internal';

/** Why work did not start: too much load, or an open circuit. */
type LimitCode = 'overloaded' | 'unavailable';

/** A limit rejected work before it started; says when to try again. */
export class LimitError extends Error {
  static {
    // On the prototype, so that they are not own fields of an error.
    Object.defineProperty(LimitError.prototype, limitErrorMark, { value: true });
    Object.defineProperty(LimitError.prototype, 'name', { value: 'LimitError', configurable: true, writable: true });
  }

  readonly code: LimitCode;
  readonly retryAfterMs: number;

  constructor(code: LimitCode, message: string, retryAfterMs: number) {
    super(message);
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Returns whether a limit threw this error, not the work itself. */
export function isLimitError(thrown: unknown): thrown is LimitError {
  return hasMark(thrown, limitErrorMark);
}
