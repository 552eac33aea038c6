import { connect as connectPlain, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { connect as connectSecure } from 'node:tls';
import { readResponse, type TestResponse } from './response.ts';
import type { Target } from './send-request.ts';

export type RawStep =
  /** Bytes to send. */
  | string
  | Uint8Array
  | { readonly pauseMs: number }
  /** Waits until this many responses have arrived. */
  | { readonly responses: number }
  | { readonly firstByte: true }
  | { readonly until: Promise<unknown> }
  /** Stops reading for a while, so that the server must wait. */
  | { readonly stopReadingMs: number }
  /** Closes the sending side, and continues reading. */
  | { readonly halfClose: true }
  /** Destroys the connection. */
  | { readonly hangUp: true };

/** What ends a conversation: a number of responses, or the end of the connection. */
export type ConversationEnd = number | 'closed';

/** How long a conversation may take. */
const conversationTimeoutMs = 10_000;

/** The responses of a raw connection. */
export interface RawReply {
  readonly responses: readonly TestResponse[];
  /** The server closed the connection. */
  readonly closed: boolean;
}

/** Opens a connection, runs the steps in order, and reads responses until there are enough or the connection is closed. */
export async function converse(target: Target, steps: readonly RawStep[], end: ConversationEnd = 1): Promise<RawReply> {
  const socket = await open(target);
  const reader = createReader(socket, isHeadRequest(steps[0]));
  const { responses } = reader;
  const isDone = (): boolean => end !== 'closed' && responses.length >= end;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    const fail = (): void => reject(new Error(lateMessage(responses.length, end)));
    timer = setTimeout(fail, conversationTimeoutMs);
  });
  try {
    await Promise.race([Promise.all([runSteps(socket, steps, reader), reader.until(isDone)]), timeout]);
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
  return { responses, closed: reader.closed() };
}

/** Whether a conversation begins with a HEAD request, whose response has no body. */
function isHeadRequest(step: RawStep | undefined): boolean {
  const isBytes = typeof step === 'string' || step instanceof Uint8Array;
  return isBytes && Buffer.from(step).toString('latin1').startsWith('HEAD ');
}

function lateMessage(received: number, end: ConversationEnd): string {
  return end === 'closed'
    ? `connection after ${conversationTimeoutMs} ms: expected a closed one, got an open one`
    : `responses after ${conversationTimeoutMs} ms: expected ${end}, got ${received}`;
}

/** Reads the responses of a connection as they arrive. */
function createReader(socket: Socket, headOnly: boolean) {
  const startedAt = performance.now();
  const responses: TestResponse[] = [];
  const waiting = new Set<() => void>();
  let received = Buffer.alloc(0);
  let hasBytes = false;
  let closed = false;
  const read = (): void => {
    for (;;) {
      const next = readResponse(received, { headOnly, closed, tookMs: performance.now() - startedAt });
      if (next === undefined) break;
      responses.push(next.response);
      received = received.subarray(next.end);
    }
    for (const check of waiting) check();
  };
  const close = (): void => {
    closed = true;
    read();
  };
  socket.on('data', (chunk) => {
    hasBytes = true;
    received = Buffer.concat([received, chunk]);
    read();
  });
  // Responses that arrived before a reset count.
  socket.on('end', close).on('error', close).on('close', close);
  return {
    responses,
    /** Whether either side has closed the connection. */
    closed: (): boolean => closed,
    hasBytes: (): boolean => hasBytes,
    /** Waits until the condition is true, or the connection is closed. */
    until: (condition: () => boolean): Promise<void> =>
      new Promise((resolve) => {
        const check = (): void => {
          if (!closed && !condition()) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
  };
}

type Reader = ReturnType<typeof createReader>;

function open(target: Target): Promise<Socket> {
  return new Promise((resolve, reject) => {
    // Without a delay, the bytes of each step are sent at once.
    const address = { host: target.host, port: target.port, allowHalfOpen: true, noDelay: true };
    const socket: Socket = target.secure
      ? connectSecure({ ...address, servername: target.host }, () => resolve(socket))
      : connectPlain(address, () => resolve(socket));
    socket.once('error', reject);
  });
}

async function runSteps(socket: Socket, steps: readonly RawStep[], reader: Reader): Promise<void> {
  for (const step of steps) {
    if (socket.destroyed || !socket.writable) return;
    await runStep(socket, step, reader);
  }
}

async function runStep(socket: Socket, step: RawStep, reader: Reader): Promise<unknown> {
  if (typeof step === 'string' || step instanceof Uint8Array) return socket.write(step);
  if ('halfClose' in step) return socket.end();
  if ('hangUp' in step) return socket.destroy();
  if ('pauseMs' in step) return wait(step.pauseMs);
  if ('until' in step) return step.until;
  if ('responses' in step) return reader.until(() => reader.responses.length >= step.responses);
  if ('firstByte' in step) return reader.until(() => reader.hasBytes());
  socket.pause();
  await wait(step.stopReadingMs);
  return socket.resume();
}
