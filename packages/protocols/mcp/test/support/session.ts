import type { Principal } from '@toolwire/core';
import { eventsOf, readAnswer, type TestEndpoint, type TestResponse } from './http.ts';
import type { Revision, SentMessage } from './schemas.ts';

/** The caller and capabilities of a session. */
export interface SessionStart {
  readonly revision?: Revision;
  readonly capabilities?: object;
  readonly clientInfo?: object;
  readonly principal?: Principal;
}

/** A stream that is read one message at a time. */
interface OpenCall {
  /** The next message; `undefined` at the end. */
  next(): Promise<SentMessage | undefined>;
  /** Stops reading. */
  leave(): Promise<void>;
}

/** A legacy client with a session that never sends its revision again. */
export interface SessionClient {
  readonly id: string;
  /** Sends a message and reads the whole response. */
  send(message: object, other?: TestEndpoint): Promise<TestResponse>;
  /** Sends a request whose response is a stream. */
  open(message: object): Promise<OpenCall>;
  /** Ends the session. */
  end(): Promise<TestResponse>;
}

/** Starts a session. */
export async function beginSession(endpoint: TestEndpoint, start: SessionStart = {}): Promise<SessionClient> {
  const { revision = '2025-06-18', capabilities = {}, principal } = start;
  const clientInfo = start.clientInfo ?? { name: 'test', version: '1' };
  const params = { protocolVersion: revision, capabilities, clientInfo };
  const who = principal && { principal };
  const begun = await endpoint.post({ jsonrpc: '2.0', id: 0, method: 'initialize', params }, { ...who });
  const id = begun.headers['mcp-session-id'] ?? '';
  const sent = { headers: { 'mcp-session-id': id }, ...who };
  return {
    id,
    send: async (message, other = endpoint) => readAnswer(await other.open({ jsonrpc: '2.0', ...message }, sent)),
    open: async (message) => messagesOf((await endpoint.open({ jsonrpc: '2.0', ...message }, sent)).body),
    end: async () => readAnswer(await endpoint.open(undefined, { ...sent, method: 'DELETE' })),
  };
}

function messagesOf(body: unknown): OpenCall {
  if (!isStream(body)) throw new Error('The answer is no stream');
  const pieces = body[Symbol.asyncIterator]();
  const waiting: SentMessage[] = [];
  const next = async (): Promise<SentMessage | undefined> => {
    const first = waiting.shift();
    if (first !== undefined) return first;
    const piece = await pieces.next();
    if (piece.done === true) return undefined;
    waiting.push(...eventsOf(new TextDecoder().decode(piece.value)));
    return next();
  };
  return {
    next,
    leave: async () => {
      await pieces.return?.();
    },
  };
}

function isStream(body: unknown): body is AsyncIterable<Uint8Array> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}
