import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { isObject } from '@toolwire/internal';
import { connectionError } from '../cli-error.ts';
import { safeLine } from '../safe-text.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import type { McpConnection, OnProgress } from './mcp-connection.ts';
import { resultOf } from './mcp-http.ts';

interface Waiting {
  readonly answer: (message: unknown) => void;
  readonly fail: (reason: unknown) => void;
  readonly onProgress: OnProgress | undefined;
}

/** MCP over stdin and stdout of a process that is started for it: a message on each line. */
export function connectStdio([program = '', ...rest]: readonly string[], settings: ConnectionSettings): McpConnection {
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
  createInterface({ input: child.stderr }).on('line', (line) => note(`${safeLine(mask(line))}\n`));
  createInterface({ input: child.stdout }).on('line', (line) => {
    showRaw?.(`< ${safeLine(mask(line))}\n`);
    receive(line, waiting);
  });
  const send = (message: object): void => {
    const line = JSON.stringify({ jsonrpc: '2.0', ...message });
    showRaw?.(`> ${safeLine(mask(line))}\n`);
    child.stdin.write(`${line}\n`);
  };
  const request = async (method: string, params: object, onProgress?: OnProgress): Promise<unknown> => {
    if (ended !== undefined) throw ended;
    lastId += 1;
    const id = lastId;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const message = await new Promise((answer, fail) => {
      waiting.set(id, { answer, fail, onProgress });
      limit.addEventListener('abort', () => fail(connectionError(`${program} did not answer in time.`)));
      send({ id, method, params });
    });
    waiting.delete(id);
    return resultOf(message);
  };
  return {
    request,
    notify: (method, params) => Promise.resolve(send({ method, params })),
    agree: () => {},
    close: () => stop(child),
  };
}

function receive(line: string, waiting: ReadonlyMap<number, Waiting>): void {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    // Something that the server prints, which is no message.
    return;
  }
  if (!isObject(message)) return;
  const { id, method, params } = message;
  if (method === 'notifications/progress' && isObject(params)) {
    for (const { onProgress } of waiting.values()) onProgress?.(params);
  }
  if (method === undefined && typeof id === 'number') waiting.get(id)?.answer(message);
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
