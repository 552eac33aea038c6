import { setTimeout } from 'node:timers/promises';
import { type Fields, isObject } from '@toolwire/internal';
import { connectionError, failure } from '../cli-error.ts';
import { createAccessToken, isRefused } from './access-token.ts';
import { type ConnectionSettings, checkPrivate } from './connection-settings.ts';
import { isNotDelivered, isSessionOver } from './is-not-delivered.ts';
import { answerTo } from './mcp-answer.ts';
import { type AnswerQuestion, type McpConnection, NoAnswerInTime, NotDelivered } from './mcp-connection.ts';
import { answerTheServer, cancelled, isQuestion, parseMessage, resultOf } from './mcp-messages.ts';
import { canAnswer } from './mcp-questions.ts';
import { readEvents } from './read-events.ts';
import { createTimeLimit, type TimeLimit } from './time-limit.ts';

// As long as a stream may be away that a server closes at its leisure.
const listenAgainMs = 1000;

/**
 * MCP over HTTP: a POST for each message, answered by JSON or by events, in which the server may ask something itself. Whoever takes
 * `onMessage` hears all that the server says unasked.
 */
export function connectHttp(
  url: URL,
  settings: ConnectionSettings,
  answerQuestion: AnswerQuestion,
  onMessage?: (message: Fields) => void,
): McpConnection {
  const { signal, timeoutMs } = settings;
  const token = createAccessToken(url, settings);
  checkPrivate(url, token.current() ?? (settings.login && 'a token'), settings);
  let session: string | undefined;
  let version: string | undefined;
  let lastId = 0;
  const limits = new Set<TimeLimit>();
  let listening: AbortController | undefined;
  const headersOf = (
    body: object | undefined,
    more: Readonly<Record<string, string>>,
  ): Readonly<Record<string, string>> => ({
    ...(body !== undefined && { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }),
    ...(token.current() !== undefined && { authorization: `Bearer ${token.current()}` }),
    ...(session !== undefined && { 'mcp-session-id': session }),
    ...(version !== undefined && { 'mcp-protocol-version': version }),
    ...more,
  });
  const send = async (
    method: string,
    limit: TimeLimit,
    body?: object,
    more: Readonly<Record<string, string>> = {},
    calledOff: readonly AbortSignal[] = [],
  ): Promise<Response> => {
    try {
      return await settings.fetch(url.href, {
        method,
        redirect: 'manual',
        signal: AbortSignal.any([signal, limit.signal, ...calledOff]),
        headers: headersOf(body, more),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    } catch (cause) {
      signal.throwIfAborted();
      if (limit.signal.aborted) throw new NoAnswerInTime(url.href, cause);
      const message = `${url.href}: there is no connection.`;
      throw isNotDelivered(cause) ? new NotDelivered(message, cause) : connectionError(message, cause);
    }
  };
  /** Has a question answered, while the time of all requests stands still. */
  const ask = async (asked: Fields, answerBy = answerQuestion): Promise<void> => {
    const answered = answerTheServer(asked, answerBy, post);
    await Promise.all([answered, ...[...limits].map((limit) => limit.during(answered))]);
  };
  /** Hears what a server says outside of the answers to requests, and tells whether it has a stream for that. */
  const listen = async (over: AbortSignal): Promise<boolean> => {
    const limit = createTimeLimit(timeoutMs);
    const init = { method: 'GET', headers: headersOf(undefined, { accept: 'text/event-stream' }) };
    const response = await settings
      .fetch(url.href, { ...init, redirect: 'manual', signal: AbortSignal.any([signal, over, limit.signal]) })
      .finally(() => limit.end());
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      return false;
    }
    for await (const data of readEvents(response.body)) {
      const message = parseMessage(data);
      if (isQuestion(message)) await ask(message);
      else if (isObject(message)) onMessage?.(message);
    }
    return true;
  };
  const keepListening = async (over: AbortSignal): Promise<void> => {
    const ended = AbortSignal.any([signal, over]);
    while (!ended.aborted) {
      // What breaks off ends with the call that waits for it, by its time at the latest.
      const isOffered = await listen(over).catch(() => onMessage !== undefined);
      if (!isOffered || onMessage === undefined) return;
      await setTimeout(listenAgainMs, undefined, { signal: ended, ref: false }).catch(() => undefined);
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
    async request(
      method,
      params,
      { onProgress, headers, id: wanted, signal: calledOff, answerQuestion: answerBy } = {},
    ) {
      lastId += 1;
      const id = wanted ?? lastId;
      const limit = createTimeLimit(timeoutMs);
      limits.add(limit);
      // Of the newest revision a request is over with its connection; servers of those before go on unless they are told.
      const cancel = (): void => {
        if (version !== undefined) post(cancelled(id)).catch(() => undefined);
      };
      calledOff?.addEventListener('abort', cancel);
      try {
        await token.load();
        const message = { jsonrpc: '2.0', id, method, params };
        const calledOffBy = calledOff === undefined ? [] : [calledOff];
        const used = session;
        const response = await token.send(() => send('POST', limit, message, headers, calledOffBy), limit);
        if (isRefused(response)) {
          throw failure(
            `${url.href}: the server wants to know who calls (${response.status}). See --token and --auth login.`,
          );
        }
        if (used !== undefined && (await isSessionOver(response))) {
          // Another one may have begun meanwhile.
          if (session === used) session = undefined;
          throw new NotDelivered(`${url.href}: the server does not know the session any more.`, undefined, true);
        }
        session = response.headers.get('mcp-session-id') ?? session;
        const answer = await answerTo(id, response, {
          onMessage(said) {
            limit.renew();
            if (said['method'] === 'notifications/progress' && isObject(said['params'])) onProgress?.(said['params']);
            onMessage?.(said);
          },
          onQuestion: (asked) => ask(asked, answerBy),
        });
        return resultOf(answer);
      } catch (thrown) {
        signal.throwIfAborted();
        if (limit.signal.aborted) throw new NoAnswerInTime(url.href, thrown);
        throw thrown;
      } finally {
        calledOff?.removeEventListener('abort', cancel);
        limits.delete(limit);
        limit.end();
      }
    },
    notify: (method, params) => post({ method, params }),
    agree(agreed) {
      version = agreed;
      listening?.abort();
      if (session === undefined || (!canAnswer(settings) && onMessage === undefined)) return;
      listening = new AbortController();
      void keepListening(listening.signal);
    },
    async close() {
      listening?.abort();
      if (session === undefined || signal.aborted) return;
      const limit = createTimeLimit(timeoutMs);
      const response = await send('DELETE', limit).finally(() => limit.end());
      await response.body?.cancel();
    },
  };
}
