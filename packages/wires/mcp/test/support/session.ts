import type { Principal } from '@toolwire/core';
import { type Answered, eventsOf, readAnswer, type TestEndpoint } from './http.ts';
import type { Revision, SentMessage } from './schemas.ts';

/** Whose a session is, and what its client has said. */
export interface SessionStart {
  readonly revision?: Revision;
  readonly capabilities?: object;
  readonly clientInfo?: object;
  readonly principal?: Principal;
}

/** A stream that is read message by message. */
interface OpenCall {
  /** The next message; `undefined` at the end. */
  next(): Promise<SentMessage | undefined>;
  /** Reads no more. */
  leave(): Promise<void>;
}

/** A client of the era of `initialize` with the session it was given, which never names its revision again. */
export interface SessionClient {
  readonly id: string;
  /** Sends a message, and reads the whole answer. */
  send(message: object, other?: TestEndpoint): Promise<Answered>;
  /** Sends a request whose answer is a stream. */
  open(message: object): Promise<OpenCall>;
  /** Ends the session. */
  end(): Promise<Answered>;
}

/** Begins a session. */
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
