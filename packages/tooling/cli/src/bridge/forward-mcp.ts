import { addAbortSignal, type Readable } from 'node:stream';
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  ProtocolError,
  type RequestId,
  serializeMessage,
} from '@modelcontextprotocol/client';
import { parseJson, readLines, rpcCodes } from '@toolwire/internal';
import { messageOf } from '../cli-error.ts';
import type { ConnectionSettings } from '../target/connection-settings.ts';
import { safeLine } from '../terminal/terminal-text.ts';
import { createForwarder } from './forwarder.ts';

/** The client on stdin and stdout. */
interface Client {
  readonly input: Readable;
  /** Writes a line of the protocol. */
  readonly write: (line: string) => void;
}

// How long running requests may continue after the client disconnects.
const graceMs = 1000;

/** Forwards messages between a client on stdio and an MCP server over HTTP, until the client disconnects. */
export async function forwardMcp(url: URL, client: Client, settings: ConnectionSettings): Promise<void> {
  const { note, signal } = settings;
  const fail = (id: RequestId | null, error: object): void =>
    client.write(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`);
  const forwarder = createForwarder(url, settings, (message) => client.write(serializeMessage(message)));
  const running = new Set<Promise<void>>();
  const receive = (message: unknown): void => {
    if (isJSONRPCRequest(message)) {
      const sent = forwarder
        .request(message)
        .then(
          (response) => {
            if (response !== undefined) client.write(serializeMessage(response));
          },
          (thrown: unknown) => fail(message.id, errorOf(thrown, note)),
        )
        .finally(() => running.delete(sent));
      running.add(sent);
    } else if (isJSONRPCNotification(message)) {
      forwarder.notify(message);
    } else if (isJSONRPCResponse(message)) {
      forwarder.respond(message);
    } else {
      fail(null, { code: rpcCodes.invalidRequest, message: 'Invalid request.' });
    }
  };
  for await (const line of linesUntil(signal, client.input)) {
    if (line.trim() === '') continue;
    const value = parseJson(line);
    if (value === undefined) fail(null, { code: rpcCodes.notJson, message: 'Invalid JSON.' });
    // A line may be a batch.
    else for (const message of Array.isArray(value) ? value : [value]) receive(message);
  }
  const timer = setTimeout(() => forwarder.cancelAll(), graceMs);
  await Promise.all(running);
  clearTimeout(timer);
  // A stopped server has already ended the session.
  await forwarder.close().catch((thrown: unknown) => note(`${safeLine(messageOf(thrown))}\n`));
}

async function* linesUntil(signal: AbortSignal, input: Readable): AsyncGenerator<string, void, undefined> {
  try {
    yield* readLines(addAbortSignal(signal, input));
  } catch (thrown) {
    if (!signal.aborted) throw thrown;
  }
}

function errorOf(thrown: unknown, note: (text: string) => void): object {
  if (thrown instanceof ProtocolError) {
    const { code, message, data } = thrown;
    return { code, message, ...(data !== undefined && { data }) };
  }
  const message = messageOf(thrown);
  note(`${safeLine(message)}\n`);
  return { code: rpcCodes.internal, message };
}
