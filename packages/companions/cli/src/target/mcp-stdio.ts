import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type Fields, isObject } from '@toolwire/internal';
import { connectionError } from '../cli-error.ts';
import { safeLine } from '../safe-text.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import {
  type AnswerQuestion,
  type McpConnection,
  NoAnswerInTime,
  NotDelivered,
  type OnProgress,
} from './mcp-connection.ts';
import { answerTheServer, cancelled, parseMessage, resultOf } from './mcp-messages.ts';
import { createTimeLimit, type TimeLimit } from './time-limit.ts';

interface Waiting {
  readonly answer: (message: unknown) => void;
  readonly fail: (reason: unknown) => void;
  readonly onProgress: OnProgress | undefined;
  readonly limit: TimeLimit;
}

/** MCP over stdin and stdout of a process that is started for it: a message on each line. */
export function connectStdio(
  [program = '', ...rest]: readonly string[],
  settings: ConnectionSettings,
  answerQuestion: AnswerQuestion,
): McpConnection {
  const { note, mask, showRaw, signal, timeoutMs } = settings;
  const child = spawn(program, rest, { stdio: 'pipe' });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let ended: Error | undefined;
  const end = (reason: Error): void => {
    ended ??= reason;
    for (const { fail } of waiting.values()) fail(ended);
    waiting.clear();
  };
  child.on('error', (cause) => end(connectionError(`${program} cannot be started: ${cause.message}`, cause)));
  child.on('exit', (code) => end(connectionError(`${program} ended with ${code ?? 'a signal'} before it answered.`)));
  // Written to a process that has gone: its exit says so.
  child.stdin.on('error', (cause) => end(connectionError(`${program} does not listen any more.`, cause)));
  const send = (message: object): Promise<void> => {
    const line = JSON.stringify({ jsonrpc: '2.0', ...message });
    showRaw?.(`> ${safeLine(mask(line))}\n`);
    child.stdin.write(`${line}\n`);
    return Promise.resolve();
  };
  const receive = (message: Fields): void => {
    const { id, method, params } = message;
    if (method === undefined) {
      if (typeof id === 'number') waiting.get(id)?.answer(message);
    } else if (method === 'notifications/progress' && isObject(params)) {
      for (const { onProgress, limit } of waiting.values()) {
        limit.renew();
        onProgress?.(params);
      }
    } else if (id !== undefined) {
      const answered = answerTheServer(message, answerQuestion, send);
      for (const { limit, fail } of waiting.values()) limit.during(answered).catch(fail);
    }
  };
  createInterface({ input: child.stderr }).on('line', (line) => note(`${safeLine(mask(line))}\n`));
  createInterface({ input: child.stdout }).on('line', (line) => {
    showRaw?.(`< ${safeLine(mask(line))}\n`);
    const message = parseMessage(line);
    if (isObject(message)) receive(message);
  });
  return {
    async request(method, params, { onProgress, signal: calledOff } = {}) {
      if (ended !== undefined) throw new NotDelivered(ended.message, ended);
      lastId += 1;
      const id = lastId;
      const limit = createTimeLimit(timeoutMs);
      const either = AbortSignal.any([signal, limit.signal, ...(calledOff === undefined ? [] : [calledOff])]);
      try {
        const message = await new Promise((answer, fail) => {
          waiting.set(id, { answer, fail, onProgress, limit });
          either.addEventListener('abort', () => {
            if (calledOff?.aborted === true) void send(cancelled(id));
            fail(new NoAnswerInTime(program));
          });
          void send({ id, method, params });
        });
        return resultOf(message);
      } finally {
        waiting.delete(id);
        limit.end();
      }
    },
    notify: (method, params) => send({ method, params }),
    agree: () => {},
    close: () => stop(child),
  };
}

const patienceMs = 2000;

/** Closes the stdin of a server, which should end it, and becomes rude where it does not. */
async function stop(child: ChildProcessWithoutNullStreams): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = once(child, 'exit');
  child.stdin.end();
  const asked = setTimeout(() => child.kill('SIGTERM'), patienceMs);
  const forced = setTimeout(() => child.kill('SIGKILL'), 2 * patienceMs);
  await gone;
  clearTimeout(asked);
  clearTimeout(forced);
}
