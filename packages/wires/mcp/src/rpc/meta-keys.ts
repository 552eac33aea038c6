import type { RpcMessage } from './message.ts';

// MCP-META-01: the keys that MCP has reserved, each for what MCP says.
/** What says which version of the protocol a message is of. */
export const versionKey = 'io.modelcontextprotocol/protocolVersion';
/** What says what a client can be asked for. */
export const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
/** What says who the client is. */
export const clientKey = 'io.modelcontextprotocol/clientInfo';
/** What says which log lines a client wants. */
export const levelKey = 'io.modelcontextprotocol/logLevel';
/** What says who the server is. */
export const serverInfoKey = 'io.modelcontextprotocol/serverInfo';
/** What says which subscription a message belongs to. */
export const subscriptionKey = 'io.modelcontextprotocol/subscriptionId';
/** What says which task of 2025-11-25 a message belongs to. */
export const relatedTaskKey = 'io.modelcontextprotocol/related-task';

/** What says in the `_meta` of a result what it was in Open Tool Calling; `true` in that of a request asks for it. */
export const resultKey = 'org.opentoolcalling/result';

/** Tells a request whose client wants to know what the result of its call was. */
export function asksForOrigin({ meta }: RpcMessage): boolean {
  return meta[resultKey] === true;
}

/** Tells a message that names its protocol version itself, as those of 2026-07-28 and later do. */
export function hasEnvelope({ meta }: RpcMessage): boolean {
  return versionKey in meta;
}
