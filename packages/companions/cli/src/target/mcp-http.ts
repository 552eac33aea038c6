import { type Fields, isObject } from '@toolwire/internal';
import { connectionError, failure } from '../cli-error.ts';
import { type ConnectionSettings, checkPrivate } from './connection-settings.ts';
import {
  type AnswerQuestion,
  type McpConnection,
  NoAnswerInTime,
  NoMcpServer,
  type OnProgress,
} from './mcp-connection.ts';
import { answerTheServer, isQuestion, parseMessage, resultOf } from './mcp-messages.ts';
import { readEvents } from './read-events.ts';
import { createTimeLimit, type TimeLimit } from './time-limit.ts';

/** MCP over HTTP: a POST for each message, answered by JSON or by events, in which the server may ask something itself. */
export function connectHttp(url: URL, settings: ConnectionSettings, answerQuestion: AnswerQuestion): McpConnection {
  const { login, signal, timeoutMs } = settings;
  let { token } = settings;
  checkPrivate(url, token ?? (login && 'a token'), settings);
  let session: string | undefined;
  let version: string | undefined;
  let lastId = 0;
  const limits = new Set<TimeLimit>();
  const left = new AbortController();
  const headersOf = (
    body: object | undefined,
    more: Readonly<Record<string, string>>,
  ): Readonly<Record<string, string>> => ({
    ...(body !== undefined && { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(session !== undefined && { 'mcp-session-id': session }),
    ...(version !== undefined && { 'mcp-protocol-version': version }),
    ...more,
  });
  const send = async (
    method: string,
    limit: TimeLimit,
    body?: object,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Response> => {
    try {
      return await settings.fetch(url.href, {
        method,
        redirect: 'manual',
        signal: AbortSignal.any([signal, limit.signal]),
        headers: headersOf(body, more),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    } catch (cause) {
      signal.throwIfAborted();
      if (limit.signal.aborted) throw new NoAnswerInTime(url.href, cause);
      throw connectionError(`${url.href}: there is no connection.`, cause);
    }
  };
  /** Has a question answered, while the time of all requests stands still. */
  const ask = async (asked: Fields): Promise<void> => {
    const answered = answerTheServer(asked, answerQuestion, post);
    await Promise.all([answered, ...[...limits].map((limit) => limit.during(answered))]);
  };
  /** Hears what a server says outside of the answers to requests, where it has a stream for that. */
  const listen = async (): Promise<void> => {
    const limit = createTimeLimit(timeoutMs);
    const init = { method: 'GET', headers: headersOf(undefined, { accept: 'text/event-stream' }) };
    const response = await settings
      .fetch(url.href, { ...init, redirect: 'manual', signal: AbortSignal.any([signal, left.signal, limit.signal]) })
      .finally(() => limit.end());
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      return;
    }
    for await (const data of readEvents(response.body)) {
      const message = parseMessage(data);
      if (isQuestion(message)) await ask(message);
    }
  };
  const post = async (message: object): Promise<void> => {
    const limit = createTimeLimit(timeoutMs);
    try {
      const response = await send('POST', limit, { jsonrpc: '2.0', ...message });
      await response.body?.cancel();
    } finally {
      limit.end();
    }
  };
  return {
    async request(method, params, { onProgress, headers } = {}) {
      lastId += 1;
      const id = lastId;
      const limit = createTimeLimit(timeoutMs);
      limits.add(limit);
      try {
        token ??= await login?.saved(url);
        const message = { jsonrpc: '2.0', id, method, params };
        let response = await send('POST', limit, message, headers);
        if (isRefused(response) && login !== undefined) {
          await response.body?.cancel();
          token = await limit.during(login.signIn(url, response.headers.get('www-authenticate') ?? ''));
          response = await send('POST', limit, message, headers);
        }
        if (isRefused(response)) {
          throw failure(
            `${url.href}: the server wants to know who calls (${response.status}). See --token and --auth login.`,
          );
        }
        session = response.headers.get('mcp-session-id') ?? session;
        const answer = await answerTo(id, response, {
          onProgress(progress) {
            limit.renew();
            onProgress?.(progress);
          },
          onQuestion: ask,
        });
        return resultOf(answer);
      } catch (thrown) {
        signal.throwIfAborted();
        if (limit.signal.aborted) throw new NoAnswerInTime(url.href, thrown);
        throw thrown;
      } finally {
        limits.delete(limit);
        limit.end();
      }
    },
    notify: (method, params) => post({ method, params }),
    agree(agreed) {
      version = agreed;
      // What breaks off ends with the call that waits for it, by its time at the latest.
      if (session !== undefined && settings.question !== undefined) listen().catch(() => undefined);
    },
    async close() {
      left.abort();
      if (session === undefined || signal.aborted) return;
      const limit = createTimeLimit(timeoutMs);
      const response = await send('DELETE', limit).finally(() => limit.end());
      await response.body?.cancel();
    },
  };
}

function isRefused({ status }: Response): boolean {
  return status === 401 || status === 403;
}

interface Listeners {
  readonly onProgress: OnProgress;
  readonly onQuestion: (question: Fields) => Promise<void>;
}

async function answerTo(id: number, response: Response, { onProgress, onQuestion }: Listeners): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream') && response.body !== null) {
    for await (const data of readEvents(response.body)) {
      const message: unknown = parseMessage(data);
      if (!isObject(message)) continue;
      if (message['method'] === undefined && message['id'] === id) return message;
      if (message['method'] === 'notifications/progress' && isObject(message['params'])) onProgress(message['params']);
      // The stream waits as long: the server has nothing to say before it is answered.
      if (isQuestion(message)) await onQuestion(message);
    }
    throw connectionError('The connection ended before the answer came.');
  }
  const text = await response.text();
  const message = type.startsWith('application/json') ? parseMessage(text) : undefined;
  if (isObject(message) && message['jsonrpc'] === '2.0') return message;
  throw new NoMcpServer(`the answer has the status ${response.status} and is none of MCP`);
}
