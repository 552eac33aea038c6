import { HttpException } from '@nestjs/common';
import { isObject, StatusError } from '@toolwire/internal';

/** The error for the caller: the message of an HTTP exception; anything else stays unexpected. */
export function toToolError(thrown: unknown): unknown {
  if (!(thrown instanceof HttpException)) return thrown;
  return toolErrorOf(messageOf(thrown.getResponse()) ?? thrown.message, thrown.getStatus(), thrown);
}

/** Creates a tool error with a message; without a message, with the status. */
export function toolErrorOf(message: string | undefined, status: number, cause: unknown): Error {
  return new StatusError({ status, message: message ?? `The tool failed with status ${status}.`, cause });
}

/** The message in the body of an error response, as HTTP exceptions and filters write it. */
export function messageOf(body: unknown): string | undefined {
  if (typeof body === 'string') return body;
  if (!isObject(body)) return undefined;
  const { message = body['error'] } = body as { readonly message?: unknown };
  if (Array.isArray(message)) return message.map(String).join('; ');
  return isObject(message) ? messageOf(message) : typeof message === 'string' ? message : undefined;
}
