import { type ToolFailure, unexpectedMessage } from './tool-failure.ts';

// Symbol.for: two copies of this package, or ESM beside CommonJS, still know each other's errors.
const toolErrorMark = Symbol.for('toolwire.tool-error');

/** What a tool may say about its failure besides the message. */
export interface ToolErrorOptions {
  /** For logs and developers; sent with the answer, so no stack, no path and no secret. */
  readonly developerMessage?: string | undefined;
  /** Whether the same call may work later. */
  readonly canRetry?: boolean | undefined;
  /** What the model should know before it tries again with changed input. */
  readonly additionalPromptContent?: string | undefined;
  /** How long to wait before the next try. */
  readonly retryAfterMs?: number | undefined;
  /** The error behind this one; for the log, never sent. */
  readonly cause?: unknown;
}

/** A failure that a tool reports on purpose: its words reach the user and the model as they are. */
export class ToolError extends Error implements ToolFailure {
  static {
    // On the prototype, so that neither shows up among an error's own fields.
    Object.defineProperty(ToolError.prototype, toolErrorMark, { value: true });
    Object.defineProperty(ToolError.prototype, 'name', { value: 'ToolError', configurable: true, writable: true });
  }

  declare readonly developerMessage?: string;
  declare readonly canRetry?: boolean;
  declare readonly additionalPromptContent?: string;
  declare readonly retryAfterMs?: number;

  constructor(message: string, options: ToolErrorOptions = {}) {
    // JavaScript turns any value into text here: `new ToolError(caught)` would publish the caught error's text.
    super(
      typeof message === 'string' ? message : unexpectedMessage,
      'cause' in options ? { cause: options.cause } : undefined,
    );
    const { developerMessage, canRetry, additionalPromptContent, retryAfterMs } = options;
    if (developerMessage !== undefined) this.developerMessage = developerMessage;
    if (canRetry !== undefined) this.canRetry = canRetry;
    if (additionalPromptContent !== undefined) this.additionalPromptContent = additionalPromptContent;
    if (retryAfterMs !== undefined) this.retryAfterMs = retryAfterMs;
  }
}

/** A failure after which the client should try again. */
export class RetryableToolError extends ToolError {
  static {
    Object.defineProperty(RetryableToolError.prototype, 'name', {
      value: 'RetryableToolError',
      configurable: true,
      writable: true,
    });
  }

  constructor(message: string, options: Omit<ToolErrorOptions, 'canRetry'> = {}) {
    super(message, { ...options, canRetry: true });
  }
}

/** Tells a tool error, of any copy of this package, from every other value; never throws. */
export function isToolError(value: unknown): value is ToolError {
  try {
    return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[toolErrorMark] === true;
  } catch {
    // A revoked or hostile proxy: whatever it is, it is not a tool error.
    return false;
  }
}
