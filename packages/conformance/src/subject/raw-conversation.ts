import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import type { Answer } from './answer.ts';
import { readAnswer } from './read-answer.ts';
import type { Target } from './target.ts';

/** One step on a raw connection: bytes to send, a pause, or the end of our side of it. */
export type RawStep = string | Uint8Array | { readonly pauseMs: number } | { readonly halfClose: true };

/** What to expect of a raw connection. */
export interface RawOptions {
  /** How many answers to wait for; one by default. */
  readonly answers?: number;
  /** Waits for the server to close the connection as well. */
  readonly untilClosed?: boolean;
  /** The endpoint behind each answer, such as `POST /tools/call`, for those that the wire's schemas are to check. */
  readonly endpoints?: readonly string[];
  /** The requests are HEAD requests. */
  readonly headOnly?: boolean;
  /** Ten seconds by default. */
  readonly timeoutMs?: number;
}

/** What came back on a raw connection. */
export interface RawReply {
  readonly answers: readonly Answer[];
  /** The server closed the connection. */
  readonly closed: boolean;
}

/** Opens a connection, takes the steps one after the other, and reads answers until there are enough or none can follow. */
export async function converse(target: Target, steps: readonly RawStep[], options: RawOptions = {}): Promise<RawReply> {
  const { answers: wanted = 1, untilClosed = false, headOnly = false, timeoutMs = 10_000 } = options;
  const socket = await open(target);
  const started = performance.now();
  const answers: Answer[] = [];
  let received = Buffer.alloc(0);
  let closed = false;
  const readAll = (): void => {
    while (answers.length < wanted) {
      const found = readAnswer(received, { headOnly, closed, tookMs: performance.now() - started });
      if (found === undefined) return;
      answers.push(found.answer);
      received = received.subarray(found.end);
    }
  };
  const enough = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`${answers.length} of ${wanted} answers after ${timeoutMs} ms`)),
      timeoutMs,
    );
    const stop = (): void => {
      clearTimeout(timer);
      resolve();
    };
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      readAll();
      if (answers.length >= wanted && !untilClosed) stop();
    });
    socket.on('end', () => {
      closed = true;
      readAll();
      stop();
    });
    // A reset ends the conversation; what was read before it counts.
    socket.on('error', () => {
      closed = true;
      stop();
    });
  });
  try {
    await Promise.all([take(socket, steps), enough]);
  } finally {
    socket.destroy();
  }
  return { answers, closed };
}

function open(target: Target): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const where = { host: target.host, port: target.port, allowHalfOpen: true };
    const socket: Socket = target.secure
      ? connectSecure({ ...where, servername: target.host }, () => resolve(socket))
      : connectPlain(where, () => resolve(socket));
    socket.once('error', reject);
  });
}

async function take(socket: Socket, steps: readonly RawStep[]): Promise<void> {
  for (const step of steps) {
    if (socket.destroyed || !socket.writable) return;
    if (typeof step === 'string' || step instanceof Uint8Array) socket.write(step);
    else if ('halfClose' in step) socket.end();
    else await pause(step.pauseMs);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
