import type { ToolError } from '@toolwire/errors';
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
  toError(cause: unknown): ToolError | undefined {
    return this.headersSent ? toolErrorOf(messageOf(this.#body), this.statusCode, cause) : undefined;
  }

  get sent(): boolean {
    return this.headersSent;
  }

  status(code: number): this {
    this.statusCode = code;
    return this;
  }

  code(code: number): this {
    return this.status(code);
  }

  send(body?: unknown): this {
    this.headersSent = true;
    this.#body = body;
    return this;
  }

  json(body?: unknown): this {
    return this.send(body);
  }

  end(body?: unknown): this {
    return this.send(body);
  }

  getHeader(): undefined {
    return undefined;
  }

  get(): undefined {
    return undefined;
  }

  set(): this {
    return this;
  }

  setHeader(): this {
    return this;
  }

  header(): this {
    return this;
  }

  type(): this {
    return this;
  }
}
