import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { type Fields, isObject } from '@toolwire/internal';
import { safeLine } from '../safe-text.ts';
import type { ConnectionSettings } from '../target/connection-settings.ts';
import { type AnswerQuestion, NoMcpServer, RpcError } from '../target/mcp-connection.ts';
import { connectHttp } from '../target/mcp-http.ts';
import { parseMessage } from '../target/mcp-messages.ts';
import { createForwarder } from './forwarder.ts';

/** The client at the other end of stdin and stdout. */
interface Client {
  readonly input: Readable;
  /** Writes a line of the protocol. */
  readonly write: (line: string) => void;
}

// As long as calls may go on whose client has left.
const graceMs = 1000;

/** Hands the messages of a client on stdin to a server of MCP over HTTP, and the other way round, until the client has left. */
export async function forwardMcp(url: URL, client: Client, settings: ConnectionSettings): Promise<void> {
  const { note, signal } = settings;
  const send = (message: Fields): void => client.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const asked = new Map<
    string,
    { readonly resolve: (result: object) => void; readonly reject: (why: RpcError) => void }
  >();
  let lastAsked = 0;
  const askClient: AnswerQuestion = (method, params) =>
    new Promise((resolve, reject) => {
      lastAsked += 1;
      const id = `bridge-${lastAsked}`;
      asked.set(id, { resolve, reject });
      send({ id, method, params });
    });
  const connection = connectHttp(url, settings, askClient, send);
  const forwarder = createForwarder(connection, settings);
  const running = new Set<Promise<void>>();
  const receive = (message: Fields): void => {
    const { id, method, params } = message;
    if (typeof method === 'string' && (typeof id === 'string' || typeof id === 'number')) {
      const answered = forwarder
        .request({ id, method, params: isObject(params) ? params : {} })
        .then(
          (result) => send({ id, result }),
          (thrown: unknown) => send({ id, error: errorOf(thrown, note) }),
        )
        .finally(() => running.delete(answered));
      running.add(answered);
    } else if (typeof method === 'string') {
      forwarder.notify(method, isObject(params) ? params : {});
    } else if (typeof id === 'string') {
      const question = asked.get(id);
      asked.delete(id);
      const { error, result } = message;
      const why = isObject(error)
        ? new RpcError(Number(error['code']), String(error['message']), error['data'])
        : undefined;
      if (why !== undefined) question?.reject(why);
      else question?.resolve(isObject(result) ? result : {});
    }
  };
  const lines = createInterface({ input: client.input });
  signal.addEventListener('abort', () => lines.close(), { once: true });
  for await (const line of lines) {
    if (line.trim() === '') continue;
    const parsed = parseMessage(line);
    const messages = Array.isArray(parsed) ? parsed.filter(isObject) : isObject(parsed) ? [parsed] : undefined;
    if (messages === undefined) send({ id: null, error: { code: -32_700, message: 'The line is no JSON message.' } });
    for (const message of messages ?? []) receive(message);
  }
  const patience = setTimeout(() => forwarder.end(), graceMs);
  await Promise.all(running);
  clearTimeout(patience);
  // A server that has gone has forgotten the session by itself.
  await connection.close().catch((thrown: unknown) => note(`${messageOf(thrown)}\n`));
}

const internalError = -32_603;

function errorOf(thrown: unknown, note: (text: string) => void): Fields {
  if (thrown instanceof RpcError) {
    const { code, message, data } = thrown;
    return { code, message, ...(data !== undefined && { data }) };
  }
  const message = thrown instanceof NoMcpServer ? `The server does not answer: ${thrown.message}.` : messageOf(thrown);
  note(`${safeLine(message)}\n`);
  return { code: internalError, message };
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
