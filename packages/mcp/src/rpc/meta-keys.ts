import type { RpcMessage } from './message.ts';

const prefix = 'io.modelcontextprotocol/';

/** What says which version of the protocol a message is of. */
export const versionKey = `${prefix}protocolVersion`;
/** What says what a client can be asked for. */
export const capabilitiesKey = `${prefix}clientCapabilities`;
/** What says who the client is. */
export const clientKey = `${prefix}clientInfo`;
/** What says which log lines a client wants. */
export const levelKey = `${prefix}logLevel`;
/** What says who the server is. */
export const serverInfoKey = `${prefix}serverInfo`;
/** What says which subscription a message belongs to. */
export const subscriptionKey = `${prefix}subscriptionId`;
/** What says which task of 2025-11-25 a message belongs to. */
export const relatedTaskKey = `${prefix}related-task`;

/** Tells a message that names its protocol version itself, as those of 2026-07-28 and later do. */
export function hasEnvelope({ meta }: RpcMessage): boolean {
  return versionKey in meta;
}
