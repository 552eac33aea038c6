import { type Fields, isObject } from '@toolwire/core/wire';
import { traceIdOf } from '@toolwire/internal';

// Reserved keys of `_meta`, each used only for its specified purpose. MCP-META-01
/** The protocol version of a message. */
export const versionKey = 'io.modelcontextprotocol/protocolVersion';
/** The capabilities of the client. */
export const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
/** The name and version of the client. */
export const clientInfoKey = 'io.modelcontextprotocol/clientInfo';
/** The lowest severity of the log lines that a client wants. */
export const logLevelKey = 'io.modelcontextprotocol/logLevel';
/** The name and version of the server. */
export const serverInfoKey = 'io.modelcontextprotocol/serverInfo';
/** The subscription that a message belongs to. */
export const subscriptionKey = 'io.modelcontextprotocol/subscriptionId';

/** In a result: its Open Tool Calling outcome. In a request: `true` asks for that outcome. */
export const resultMetaKey = 'org.opentoolcalling/result';
/** In a tool of a listing: its ID, version and requirements. */
export const toolMetaKey = 'org.opentoolcalling/tool';
/** In a call: its call ID. */
export const callIdMetaKey = 'org.opentoolcalling/call_id';

/** The `id` that links a response to its request. */
export type RpcId = string | number;

/** A request or notification with validated fields. */
export interface RpcMessage {
  readonly method: string;
  readonly params: Fields;
  /** `params._meta`. */
  readonly meta: Fields;
}

/** A message that expects a response. */
export interface RpcRequest extends RpcMessage {
  readonly id: RpcId;
}

/** Describes a valid ID in error messages. */
export const idDescription = 'a string of at most 256 characters, or an integer';

const maxRpcIdLength = 256;

/** Whether a value is a valid ID or progress token. */
export function isRpcId(id: unknown): id is RpcId {
  // Not null and not a fraction. The limit keeps streams from repeating long IDs. MCP-RPC-01
  return typeof id === 'string' ? id.length <= maxRpcIdLength : Number.isSafeInteger(id);
}

export const noFields: Fields = Object.freeze({});

/** One message from a client. */
export type DecodedMessage =
  | ({ readonly kind: 'request' } & RpcRequest)
  | ({ readonly kind: 'notification' } & RpcMessage)
  /** `id` is null if the client could not read the ID of a message. */
  | { readonly kind: 'response'; readonly id: RpcId | null; readonly message: Fields }
  /** `id` is present where it was readable. */
  | { readonly kind: 'malformed'; readonly id: RpcId | undefined; readonly problem: string };

/** Decodes one JSON-RPC message. It never throws, and its problems never quote the message. */
export function decodeMessage(value: unknown): DecodedMessage {
  if (!isObject(value)) return malformed(undefined, 'A message must be one JSON object');
  const { id, method } = value;
  const readableId = isRpcId(id) ? id : undefined;
  if (value['jsonrpc'] !== '2.0') return malformed(readableId, 'A message must have the member "jsonrpc": "2.0"');
  // Responses are never answered. Otherwise two peers could answer each other forever.
  if ((id ?? null) === null && method === undefined && 'error' in value) {
    return { kind: 'response', id: null, message: value };
  }
  if ('id' in value && readableId === undefined) {
    return malformed(undefined, `The "id" of a request must be ${idDescription}`);
  }
  if (method === undefined) return decodeResponse(value, readableId);
  if (typeof method !== 'string') return malformed(readableId, 'The "method" must be a string');

  const { params = noFields } = value;
  if (!isObject(params)) return malformed(readableId, 'The "params" must be an object');
  const { _meta: meta = noFields } = params;
  if (!isObject(meta)) return malformed(readableId, 'The member "_meta" of the "params" must be an object');
  return readableId === undefined
    ? { kind: 'notification', method, params, meta }
    : { kind: 'request', id: readableId, method, params, meta };
}

function decodeResponse(message: Fields, id: RpcId | undefined): DecodedMessage {
  if (id !== undefined && ('result' in message || 'error' in message)) return { kind: 'response', id, message };
  return malformed(id, 'The message has no "method"');
}

function malformed(id: RpcId | undefined, problem: string): DecodedMessage {
  return { kind: 'malformed', id, problem };
}

/** Whether a client asks for the Open Tool Calling outcome in `_meta`. */
export function requestsResultMeta({ meta }: RpcMessage): boolean {
  return meta[resultMetaKey] === true;
}

/** Whether a message contains its protocol version, as in 2026-07-28 and later. */
export function declaresVersion({ meta }: RpcMessage): boolean {
  return versionKey in meta;
}

/** Reads the trace context in the `_meta` of a request, or else in its headers. A separate closure, so that it doesn't retain the request. */
export function readPropagated(
  { traceparent, tracestate, baggage }: Fields,
  header: ((name: string) => string | undefined) | undefined,
): (field: string) => string | undefined {
  const sent: Fields = { traceparent, tracestate, baggage };
  return (field) => {
    const inMessage = sent[field];
    return typeof inMessage === 'string' ? inMessage : header?.(field);
  };
}

/** The trace of a request as a JSON member with a leading comma, for the `_meta` of its result. May be empty. MCP-META-05 */
export function traceMember({ traceparent }: Fields): string {
  return traceIdOf(traceparent) === undefined ? '' : `,"traceparent":${JSON.stringify(traceparent)}`;
}

const logLevels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

/** A syslog severity. */
export type LogLevel = (typeof logLevels)[number];

/** Whether a value is a severity. */
export function isLogLevel(value: unknown): value is LogLevel {
  return logLevels.some((level) => level === value);
}

/** Whether a severity is at least as high as another. */
export function isAtLeast(level: LogLevel, lowest: LogLevel): boolean {
  return logLevels.indexOf(level) >= logLevels.indexOf(lowest);
}

/** The severities, for error messages. */
export const knownLevels: string = logLevels.join(', ');
