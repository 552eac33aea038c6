import { valueText } from '@toolwire/internal';
import type { RpcId } from './message.ts';
import { type SentText, type SharedText, wholeText } from './shared-text.ts';

/** The codes of errors, by what they mean. */
export const rpcCodes = {
  notJson: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  // MCP-RPC-06: of the range that is reserved for MCP these three, and none that it has retired.
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
  /** Of 2025-11-25 alone. */
  urlElicitationRequired: -32042,
} as const;

/** An error as JSON-RPC has it. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** The answer to a request: JSON text, and what HTTP says to it. */
export interface Answer {
  readonly status: number;
  readonly body: SentText | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** Its client waits for it no longer: where an answer may be left out, this one is. */
  readonly isUnwanted?: boolean;
}

/** What came of a request, before it has an id: a result as JSON text, or an error. */
export type Reply =
  | { readonly result: string; readonly error?: undefined }
  | {
      readonly error: RpcError;
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
    };

/** Answers a request with what came of it. */
export function answerWith(id: RpcId, reply: Reply): Answer {
  if (reply.error === undefined) return resultAnswer(id, reply.result);
  const answer = errorAnswer(id, reply.error, reply.status);
  return reply.headers === undefined ? answer : { ...answer, headers: reply.headers };
}

/** Answers with a result, which is JSON text already. */
export function resultAnswer(id: RpcId, result: string): Answer {
  return { status: 200, body: `{"jsonrpc":"2.0","id":${valueText(id)},"result":${result}}` };
}

/** Answers with a result that others get as well. */
export function sharedAnswer(id: RpcId, members: SharedText, ...more: readonly string[]): Answer {
  return { status: 200, body: [`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{`, members, ...more, '}}'] };
}

/** Answers with an error; `null` stands for an id that could not be read, where the revision has no better way. */
export function errorAnswer(id: RpcId | null | undefined, error: RpcError, status = 200): Answer {
  return { status, body: errorText(id, error) };
}

/** Writes an error; without an id it is one of a request that could not be read. */
export function errorText(id: RpcId | null | undefined, { code, message, data }: RpcError): string {
  // MCP-RPC-02, MCP-RPC-03: the id of the request, unless that could not be read; a code and a message in any case.
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } });
}

/** Writes a notification whose parameters are JSON text already. */
export function notificationText(method: string, params: string): string {
  return `{"jsonrpc":"2.0","method":"${method}","params":${params}}`;
}

/** The text of an answer. */
export function textOf({ body }: Answer): string {
  return body instanceof Uint8Array ? new TextDecoder().decode(body) : wholeText(body);
}
