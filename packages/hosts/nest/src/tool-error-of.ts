import { HttpException } from '@nestjs/common';
import { isObject } from '@toolwire/internal';

// The mark of `ToolError`, by which every package recognizes it.
const toolErrorMark = Symbol.for('toolwire.tool-error');
const retryable: ReadonlySet<number> = new Set([408, 429, 503]);

/** A tool error with the status of an HTTP exception. */
class HttpToolError extends Error {
  readonly [toolErrorMark] = true;
  readonly canRetry: boolean;

  constructor(message: string, status: number, cause: unknown) {
    super(message, { cause });
    this.canRetry = retryable.has(status);
  }
}

/** Whether a value is a `ToolError` of any package. */
export function isToolError(thrown: unknown): boolean {
  return isObject(thrown) && (thrown as { readonly [toolErrorMark]?: unknown })[toolErrorMark] === true;
}

/** The error for the caller: the message of an HTTP exception; anything else stays unexpected. */
export function toToolError(thrown: unknown): unknown {
  if (!(thrown instanceof HttpException)) return thrown;
  return toolErrorOf(messageOf(thrown.getResponse()) ?? thrown.message, thrown.getStatus(), thrown);
}

/** Creates a tool error with a message; without a message, with the status. */
export function toolErrorOf(message: string | undefined, status: number, cause: unknown): Error {
  return new HttpToolError(message ?? `The tool failed with status ${status}.`, status, cause);
}

/** The message in the body of an error response, as HTTP exceptions and filters write it. */
export function messageOf(body: unknown): string | undefined {
  if (typeof body === 'string') return body;
  if (!isObject(body)) return undefined;
  const { message = body['error'] } = body as { readonly message?: unknown };
  if (Array.isArray(message)) return message.map(String).join('; ');
  return isObject(message) ? messageOf(message) : typeof message === 'string' ? message : undefined;
}
