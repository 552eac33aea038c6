import type { Fields } from '@toolwire/internal';
import { CliError, exitCodes } from '../cli-error.ts';

/** What a server says of a call while it runs. */
export type OnProgress = (progress: Fields) => void;

/** Answers a question of the server's, such as `elicitation/create`; `undefined` where nobody here can. */
export type AnswerQuestion = (method: string, params: Fields) => Promise<object> | undefined;

/** What goes along with a request. */
export interface RequestExtras {
  readonly onProgress?: OnProgress;
  /** Answers what the server asks while this is on its way. */
  readonly answerQuestion?: AnswerQuestion | undefined;
  /** Headers of this request, which only HTTP has. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What the request is known by; a number of the connection's own if left out. */
  readonly id?: string | number;
  /** Ends the wait for an answer. */
  readonly signal?: AbortSignal;
}

/** One client's way to an MCP server, whatever the revision. */
export interface McpConnection {
  readonly request: (method: string, params: object, extras?: RequestExtras) => Promise<unknown>;
  readonly notify: (method: string, params: object) => Promise<void>;
  /** What was agreed on, which HTTP repeats with every request. */
  readonly agree: (protocolVersion: string) => void;
  readonly close: () => Promise<void>;
}

/** An error in the words of JSON-RPC. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** What answers at an address is no MCP server. */
export class NoMcpServer extends Error {
  override readonly name = 'NoMcpServer';
}

/** A request has reached nobody, so that it may be sent again. */
export class NotDelivered extends CliError {
  /** The server is there, and does not know the session any more. */
  readonly isSessionOver: boolean;

  constructor(message: string, cause?: unknown, isSessionOver = false) {
    super(exitCodes.unconnected, message, { cause });
    this.isSessionOver = isSessionOver;
  }
}

/** No answer came in the time that there was. */
export class NoAnswerInTime extends CliError {
  constructor(who: string, cause?: unknown) {
    super(exitCodes.unconnected, `${who} did not answer in time.`, { cause });
  }
}
