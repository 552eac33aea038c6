// @boundaries-ignore tests of mcp compare sent messages with the published schemas, and so do these
import {
  expectMessage,
  legacyRevisions,
  type Revision,
  type SentMessage,
} from '../../../protocols/mcp/test/support/schemas.ts';

export { legacyRevisions };

/** A message of a client. */
export interface ClientMessage {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: { readonly protocolVersion?: Revision; readonly _meta?: object };
}

/** Expects what a client was sent to be messages of the revision that it speaks, and answers to what it has asked. */
export function expectConversation(sent: readonly ClientMessage[], received: readonly unknown[]): void {
  const handshake = sent.find(({ method }) => method === 'initialize');
  const agreed = handshake?.params?.protocolVersion ?? '2026-07-28';
  for (const message of received as readonly SentMessage[]) {
    const request = sent.find(({ id, method }) => method !== undefined && id !== undefined && id === message.id);
    const revision = request?.params?._meta === undefined ? agreed : '2026-07-28';
    expectMessage(revision, request?.method ?? '', message);
  }
}

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A call of 2026-07-28. */
export function call(id: number, name: string, input: object = {}): ClientMessage {
  const params = { name, arguments: input, _meta: envelope };
  return { ...version, id, method: 'tools/call', params };
}

/** The first request of a client of one of the revisions before. */
export function initialize(id: number, protocolVersion: Revision): ClientMessage {
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  return { ...version, id, method: 'initialize', params };
}

const version = { jsonrpc: '2.0' };
