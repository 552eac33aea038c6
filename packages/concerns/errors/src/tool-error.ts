import { hasMark, toolErrorMark } from '@toolwire/internal';
import { type ToolFailure, unexpectedMessage } from './tool-failure.ts';

/** Optional details of a tool error. */
export interface ToolErrorOptions {
  /** For logs and developers. It is sent to the client, so include no stack, path or secret. */
  readonly developerMessage?: string | undefined;
  /** Whether a retry of the same call may succeed. */
  readonly canRetry?: boolean | undefined;
  /** Content for the model before it calls again with changed input. */
  readonly additionalPromptContent?: string | undefined;
  /** How long to wait before a retry. */
  readonly retryAfterMs?: number | undefined;
  /** The underlying error; for logs, never sent. */
  readonly cause?: unknown;
}

/** An error that a tool throws deliberately: its message reaches the user and the model. */
export class ToolError extends Error implements ToolFailure {
  static {
    // On the prototype, so that they are not own fields of an error.
    Object.defineProperty(ToolError.prototype, toolErrorMark, { value: true });
    Object.defineProperty(ToolError.prototype, 'name', { value: 'ToolError', configurable: true, writable: true });
  }

  declare readonly developerMessage?: string;
  declare readonly canRetry?: boolean;
  declare readonly additionalPromptContent?: string;
  declare readonly retryAfterMs?: number;

  constructor(message: string, options: ToolErrorOptions = {}) {
    // In JavaScript, `new ToolError(caught)` would convert the caught error to a string and publish it.
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

/** A tool error after which a retry of the same call may succeed. */
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

/** Returns whether a value is a tool error of any copy of this package; never throws. */
export function isToolError(value: unknown): value is ToolError {
  return hasMark(value, toolErrorMark);
}
