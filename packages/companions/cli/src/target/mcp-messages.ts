import { type Fields, isObject } from '@toolwire/internal';
import { type AnswerQuestion, RpcError } from './mcp-connection.ts';

/** Tells a request of the server's from its answers and notifications. */
export function isQuestion(message: unknown): message is Fields {
  return isObject(message) && message['method'] !== undefined && message['id'] !== undefined;
}

/** Sends what a person, or nobody, has to say to a request of the server's. */
export async function answerTheServer(
  { id, method, params }: Fields,
  answerQuestion: AnswerQuestion,
  send: (message: object) => Promise<void>,
): Promise<void> {
  const fields = isObject(params) ? params : {};
  const answer = method === 'ping' ? Promise.resolve({}) : answerQuestion(String(method), fields);
  if (answer === undefined) {
    await send({ id, error: { code: methodNotFound, message: `This client does not answer ${String(method)}` } });
  } else {
    const answered = await answer.then(
      (result) => ({ result }),
      (thrown: unknown) => {
        if (!(thrown instanceof RpcError)) throw thrown;
        const { code, message, data } = thrown;
        return { error: { code, message, ...(data !== undefined && { data }) } };
      },
    );
    await send({ id, ...answered });
  }
}

/** Tells a server that nobody waits for an answer any more. */
export function cancelled(requestId: string | number): Fields {
  return { method: 'notifications/cancelled', params: { requestId } };
}

const methodNotFound = -32601;

/** Reads a text as JSON; `undefined` where it is none, which is no message then. */
export function parseMessage(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // A page, or something that a server prints.
    return undefined;
  }
}

/** What a message answers with; throws what it complains of. */
export function resultOf(message: unknown): unknown {
  if (!isObject(message)) return undefined;
  const { error, result } = message;
  if (isObject(error)) throw new RpcError(Number(error['code']), String(error['message']), error['data']);
  return result;
}
