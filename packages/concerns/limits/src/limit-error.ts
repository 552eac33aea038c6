// Symbol.for: two copies of this package, or ESM beside CommonJS, still know each other's errors.
const limitErrorMark = Symbol.for('toolwire.limit-error');

/** Why work was not begun: too much of it at once, or what it works with is known to be down. */
export type LimitCode = 'overloaded' | 'unavailable';

/** Says that a limit kept work from being begun, and when to try again; nothing has run. */
export class LimitError extends Error {
  static {
    // On the prototype, so that neither shows up among an error's own fields.
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

/** Tells an error by which a limit turned work away from the errors of the work itself. */
export function isLimitError(thrown: unknown): thrown is LimitError {
  return typeof thrown === 'object' && thrown !== null && limitErrorMark in thrown;
}
