import { connect, type Socket } from 'node:net';
import { readAnswers, type WireAnswer } from './read-answers.ts';

/** How to wait for an answer. */
interface ExchangeOptions {
  /** The request is a HEAD request. */
  readonly headOnly?: boolean;
  /** The default is ten seconds. */
  readonly timeoutMs?: number;
}

/** A caller with one connection at a time, which it keeps; it never sends anything twice. */
export interface KeepAliveClient {
  /** Sends the bytes of one request and waits for its answer. */
  exchange(bytes: Uint8Array | string, options?: ExchangeOptions): Promise<WireAnswer>;
  /** Leaves at once; the next exchange opens a new connection. */
  hangUp(): void;
  /** How many connections it has opened. */
  readonly connections: number;
}

/** A connection that ended, or stayed silent, where an answer was due. */
export class AnswerMissing extends Error {
  override readonly name: string = 'AnswerMissing';
}

interface Waiting {
  readonly headOnly: boolean;
  readonly settle: (answer: WireAnswer) => void;
  readonly fail: (problem: Error) => void;
}

/** Makes a client for a port of this machine. */
export function createKeepAliveClient(port: number): KeepAliveClient {
  let socket: Socket | undefined;
  let waiting: Waiting | undefined;
  let received: Buffer = Buffer.alloc(0);
  let connections = 0;

  const drop = (problem?: Error): void => {
    const waiter = waiting;
    waiting = undefined;
    socket?.removeAllListeners().on('error', ignore).destroy();
    socket = undefined;
    received = Buffer.alloc(0);
    waiter?.fail(problem ?? new AnswerMissing('The caller hung up.'));
  };
  const receive = (chunk: Buffer): void => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const waiter = waiting;
    if (waiter === undefined) return drop();
    let found: ReturnType<typeof readAnswers>;
    try {
      found = readAnswers(received, waiter.headOnly);
    } catch (problem) {
      return drop(problem as Error);
    }
    const [answer, unasked] = found.answers;
    received = found.rest;
    if (unasked !== undefined) return drop(new Error(`An unexpected response: ${unasked.text}`));
    if (answer === undefined) return;
    waiting = undefined;
    // As any client does: a connection that the server gives up is not used again.
    if (answer.headers.get('connection') === 'close') drop();
    waiter.settle(answer);
  };
  const open = (): Socket => {
    connections++;
    const opened = connect(port, '127.0.0.1').setNoDelay();
    opened.on('data', receive);
    opened.on('error', (problem) => drop(new AnswerMissing(`The connection broke: ${problem.message}`)));
    opened.on('close', () => drop(new AnswerMissing('The server closed the connection.')));
    return opened;
  };

  return {
    exchange: (bytes, { headOnly = false, timeoutMs = 10_000 } = {}) =>
      new Promise((resolve, reject) => {
        if (waiting !== undefined) throw new Error('The client is still waiting for its last answer.');
        const timer = setTimeout(() => drop(new AnswerMissing(`No answer within ${timeoutMs} ms.`)), timeoutMs);
        waiting = {
          headOnly,
          settle: (answer) => {
            clearTimeout(timer);
            resolve(answer);
          },
          fail: (problem) => {
            clearTimeout(timer);
            reject(problem);
          },
        };
        socket ??= open();
        socket.write(bytes);
      }),
    hangUp: () => drop(),
    get connections() {
      return connections;
    },
  };
}

function ignore(): void {
  // The connection was given up; how it breaks afterwards is of no interest.
}
