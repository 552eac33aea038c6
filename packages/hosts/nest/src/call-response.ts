import { messageOf, toolErrorOf } from './tool-error-of.ts';

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
