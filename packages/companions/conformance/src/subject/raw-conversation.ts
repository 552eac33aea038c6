import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import type { Answer } from './answer.ts';
import { readAnswer } from './read-answer.ts';
import type { Target } from './target.ts';

/** One step on a raw connection. */
export type RawStep =
  /** Bytes to send. */
  | string
  | Uint8Array
  | { readonly pauseMs: number }
  /** Waits until so many answers are in. */
  | { readonly answers: number }
  /** Waits until the first byte is in, whatever it belongs to. */
  | { readonly firstByte: true }
  /** Waits for something elsewhere. */
  | { readonly until: Promise<unknown> }
  /** Reads nothing for a while, so that the server has to wait. */
  | { readonly stopReadingMs: number }
  /** Ends our side, and goes on listening. */
  | { readonly halfClose: true }
  /** Leaves at once. */
  | { readonly hangUp: true };

/** What to expect of a raw connection. */
export interface RawOptions {
  /** How many answers to wait for; one by default. */
  readonly answers?: number | undefined;
  /** Waits for the server to close the connection as well. */
  readonly untilClosed?: boolean | undefined;
  /** The endpoint behind each answer, such as `POST /tools/call`, for those that the wire's schemas are to check. */
  readonly endpoints?: readonly string[] | undefined;
  /** The requests are HEAD requests. */
  readonly headOnly?: boolean | undefined;
  /** Ten seconds by default. */
  readonly timeoutMs?: number | undefined;
}

/** What came back on a raw connection. */
export interface RawReply {
  readonly answers: readonly Answer[];
  /** The server closed the connection. */
  readonly closed: boolean;
}

/** Opens a connection, takes the steps one after the other, and reads answers until there are enough or none can follow. */
export async function converse(target: Target, steps: readonly RawStep[], options: RawOptions = {}): Promise<RawReply> {
  const { answers: wanted = 1, untilClosed = false, headOnly = false, timeoutMs = 30_000 } = options;
  const socket = await open(target);
  const reader = createReader(socket, headOnly);
  const { answers } = reader;
  const enough = (): boolean => !untilClosed && answers.length >= wanted;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const tell = (): void => reject(new Error(`${answers.length} of ${wanted} answers after ${timeoutMs} ms`));
    timer = setTimeout(tell, timeoutMs);
  });
  try {
    await Promise.race([Promise.all([take(socket, steps, reader), reader.until(enough)]), late]);
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
  return { answers, closed: reader.closed() };
}

/** Reads the answers of a connection as they come. */
interface Reader {
  readonly answers: readonly Answer[];
  /** Whether the server has closed the connection, or we have left. */
  closed(): boolean;
  /** Waits until something holds, or nothing more can come. */
  until(holds: () => boolean): Promise<void>;
  hasBytes(): boolean;
}

function createReader(socket: Socket, headOnly: boolean): Reader {
  const started = performance.now();
  const answers: Answer[] = [];
  const waiting = new Set<() => void>();
  let received = Buffer.alloc(0);
  let any = false;
  let closed = false;
  const read = (): void => {
    for (;;) {
      const found = readAnswer(received, { headOnly, closed, tookMs: performance.now() - started });
      if (found === undefined) break;
      answers.push(found.answer);
      received = received.subarray(found.end);
    }
    for (const check of waiting) check();
  };
  const close = (): void => {
    closed = true;
    read();
  };
  socket.on('data', (chunk) => {
    any = true;
    received = Buffer.concat([received, chunk]);
    read();
  });
  // A reset ends the conversation; what was read before it counts.
  socket.on('end', close).on('error', close).on('close', close);
  return {
    answers,
    closed: () => closed,
    hasBytes: () => any,
    until: (holds) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (!closed && !holds()) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
  };
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

async function take(socket: Socket, steps: readonly RawStep[], reader: Reader): Promise<void> {
  for (const step of steps) {
    if (socket.destroyed || !socket.writable) return;
    await takeStep(socket, step, reader);
  }
}

async function takeStep(socket: Socket, step: RawStep, reader: Reader): Promise<unknown> {
  if (typeof step === 'string' || step instanceof Uint8Array) return socket.write(step);
  if ('halfClose' in step) return socket.end();
  if ('hangUp' in step) return socket.destroy();
  if ('pauseMs' in step) return pause(step.pauseMs);
  if ('until' in step) return step.until;
  if ('answers' in step) return reader.until(() => reader.answers.length >= step.answers);
  if ('firstByte' in step) return reader.until(() => reader.hasBytes());
  socket.pause();
  await pause(step.stopReadingMs);
  return socket.resume();
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
