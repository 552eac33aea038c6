import { HttpException } from '@nestjs/common';
import { isObject, StatusError } from '@toolwire/internal';

/**
 * The response that the guards, interceptors and filters of a call see. An exception filter of the app writes to it as to an HTTP
 * response, and the caller gets the message in the format of its protocol. Headers are ignored.
 */
export class CallResponse {
  statusCode = 200;
  headersSent = false;
  #body: unknown;

  /** The error that a filter has written; `undefined` if none has. */
  toError(cause: unknown): Error | undefined {
    return this.headersSent ? toolErrorOf(messageOf(this.#body), this.statusCode, cause) : undefined;
  }

  status(code: number): this {
    this.statusCode = code;
    return this;
  }

  send(body?: unknown): this {
    this.headersSent = true;
    this.#body = body;
    return this;
  }

  get sent(): boolean {
    return this.headersSent;
  }

  readonly code = (code: number): this => this.status(code);
  readonly json = (body?: unknown): this => this.send(body);
  readonly end = (body?: unknown): this => this.send(body);
  readonly get = (): undefined => undefined;
  readonly getHeader = (): undefined => undefined;
  readonly set = (): this => this;
  readonly setHeader = (): this => this;
  readonly header = (): this => this;
  readonly type = (): this => this;
}

/** The error for the caller: the message of an HTTP exception; anything else stays unexpected. */
export function toToolError(thrown: unknown): unknown {
  if (!(thrown instanceof HttpException)) return thrown;
  return toolErrorOf(messageOf(thrown.getResponse()) ?? thrown.message, thrown.getStatus(), thrown);
}

/** Creates a tool error with a message; without a message, with the status. */
function toolErrorOf(message: string | undefined, status: number, cause: unknown): Error {
  return new StatusError({ status, message: message ?? `The tool failed with status ${status}.`, cause });
}

/** The message in the body of an error response, as HTTP exceptions and filters write it. */
function messageOf(body: unknown): string | undefined {
  if (typeof body === 'string') return body === '' ? undefined : body;
  if (!isObject(body)) return undefined;
  const { message = body['error'] } = body as { readonly message?: unknown };
  if (!Array.isArray(message)) return messageOf(message);
  // Pipes list strings, or the issues of a validation: objects with a message, or with a `toString` as in class-validator.
  return messageOf(message.map((issue) => messageOf(issue) ?? String(issue)).join('; '));
}
