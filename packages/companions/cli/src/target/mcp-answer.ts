import { type Fields, isObject } from '@toolwire/internal';
import { connectionError } from '../cli-error.ts';
import { NoMcpServer } from './mcp-connection.ts';
import { isQuestion, parseMessage } from './mcp-messages.ts';
import { readEvents } from './read-events.ts';

/** Who hears what comes before an answer. */
interface Listeners {
  readonly onMessage: (message: Fields) => void;
  readonly onQuestion: (question: Fields) => Promise<void>;
}

/** Reads the answer to a request out of a response: JSON, or the last of its events. */
export async function answerTo(
  id: string | number,
  response: Response,
  { onMessage, onQuestion }: Listeners,
): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream') && response.body !== null) {
    for await (const data of readEvents(response.body)) {
      const message: unknown = parseMessage(data);
      if (!isObject(message)) continue;
      if (message['method'] === undefined && message['id'] === id) return message;
      // The stream waits as long: the server has nothing to say before it is answered.
      if (isQuestion(message)) await onQuestion(message);
      else onMessage(message);
    }
    throw connectionError('The connection ended before the answer came.');
  }
  const text = await response.text();
  const message = type.startsWith('application/json') ? parseMessage(text) : undefined;
  if (isObject(message) && message['jsonrpc'] === '2.0') return message;
  throw new NoMcpServer(`the answer has the status ${response.status} and is none of MCP`);
}
