import { connect } from 'node:net';
import { readAnswers, type WireAnswer } from './read-answers.ts';

/** How a server treated a caller that never came to the end of its request. */
export interface Cut {
  /** From the first byte, or from the connection where none was sent, to the end of it. */
  readonly afterMs: number;
  readonly answers: readonly WireAnswer[];
}

/** What a slow caller sends. */
export interface SlowRequest {
  readonly start: string;
  /** Repeated, so that the connection is never silent. */
  readonly drip?: string;
}

const dripEveryMs = 500;

/** Begins a request, never ends it, and waits until the server hangs up. */
export function sendSlowly(port: number, { start, drip }: SlowRequest, withinMs: number): Promise<Cut> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const startedAt = performance.now();
    let received = Buffer.alloc(0);
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`The connection was still open after ${withinMs} ms.`));
    }, withinMs);
    const dripping = setInterval(() => drip !== undefined && socket.write(drip, 'latin1'), dripEveryMs);
    // The drip may come after the server has hung up, which is then an error of the connection.
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
    });
    socket.on('close', () => {
      clearTimeout(timer);
      clearInterval(dripping);
      resolve({ afterMs: performance.now() - startedAt, ...readAnswers(received) });
    });
    if (start !== '') socket.write(start, 'latin1');
  });
}
