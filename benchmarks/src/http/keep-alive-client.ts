import { connect, type Socket } from 'node:net';

/** What a client sends, and what it must get. */
export interface LoadTask {
  readonly port: number;
  /** The whole raw request, head and body. Several requests take turns. */
  readonly request: string | readonly string[];
  /** Gives each call a new number, which replaces `callIdPlace` in the request. */
  readonly callIdFrom?: number;
  readonly status: 200 | 304;
  /** A piece that every answer has in one of its packets; empty when any will do. */
  readonly expected: string;
  readonly calls: number;
  readonly connections: number;
}

/** How long calls took, as their callers saw it. */
export interface LoadResult {
  readonly callsPerSecond: number;
  /** What ninety-nine of a hundred calls took at most, in microseconds. */
  readonly p99: number;
}

/** The placeholder for the call ID, which differs in each request. */
export const callIdPlace = 'call-000000000000';

/** What the callers of a task share. */
interface Progress {
  left: number;
  readonly took: Float64Array;
}

/**
 * Sends a request repeatedly over persistent connections, as cheaply as possible, and checks each response. It never sleeps,
 * because the system counts the wake-up of a reader as the writer's time.
 */
export async function load(task: LoadTask): Promise<LoadResult> {
  const progress: Progress = { left: task.calls, took: new Float64Array(task.calls) };
  const stayAwake = (): void => {
    if (progress.left > 0) setImmediate(stayAwake);
  };
  stayAwake();
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: task.connections }, () => callOneByOne(task, progress)));
  const seconds = (performance.now() - startedAt) / 1000;
  const p99 = progress.took.sort()[Math.ceil(0.99 * task.calls) - 1] ?? 0;
  return { callsPerSecond: task.calls / seconds, p99: 1000 * p99 };
}

function callOneByOne(task: LoadTask, progress: Progress): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(task.port, '127.0.0.1').setNoDelay();
    let bytesMissing = 0;
    let inChunks = false;
    let isRight = false;
    let place = 0;
    let sentAt = 0;

    const send = (): void => {
      if (progress.left === 0) return finish();
      place = progress.left -= 1;
      isRight = false;
      sentAt = performance.now();
      socket.write(requestAt(task, place), 'latin1');
    };
    const finish = (problem?: Error): void => {
      socket.removeAllListeners().destroy();
      if (problem === undefined) resolve();
      else reject(problem);
    };
    socket.on('connect', send).on('error', finish);
    socket.on('close', () => finish(new Error('The server closed the connection.')));
    socket.on('data', (chunk) => {
      if (bytesMissing > 0) bytesMissing -= chunk.length;
      else if (!inChunks) {
        const length = answerLength(chunk, task);
        if (typeof length === 'string') return finish(new Error(`${length}: ${chunk.toString('latin1', 0, 500)}`));
        inChunks = length === Number.POSITIVE_INFINITY;
        bytesMissing = inChunks ? 0 : length - chunk.length;
      }
      isRight ||= chunk.includes(task.expected);
      if (bytesMissing > 0 || (inChunks && !endsChunks(chunk))) return;
      inChunks = false;
      if (!isRight) return finish(new Error(`A wrong answer: ${chunk.toString('latin1', 0, 500)}`));
      progress.took[place] = performance.now() - sentAt;
      send();
    });
  });
}

function requestAt({ request, callIdFrom }: LoadTask, place: number): string {
  const text = typeof request === 'string' ? request : (request[place % request.length] ?? '');
  return callIdFrom === undefined ? text : text.replace(callIdPlace, callIdAt(callIdFrom + place));
}

/** The call id of a number, as long as `callIdPlace`. */
export function callIdAt(number: number): string {
  return `call-${String(number).padStart(12, '0')}`;
}

/** The length of a response from its first packet, which is unknown for a chunked response, or the problem. */
export function answerLength(packet: Buffer, { status }: Pick<LoadTask, 'status'>): number | string {
  const headEnd = packet.indexOf('\r\n\r\n');
  if (headEnd === -1) return 'An answer whose head came in pieces';
  const head = packet.toString('latin1', 0, headEnd);
  if (!head.startsWith(`HTTP/1.1 ${status} `)) return `An answer that is not a ${status}`;
  if (status === 304) return headEnd + 4;
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return Number.POSITIVE_INFINITY;
  const length = /\r\ncontent-length: *([0-9]+)/i.exec(head);
  return length === null ? 'An answer without a Content-Length' : headEnd + 4 + Number(length[1]);
}

function endsChunks(packet: Buffer): boolean {
  return packet.subarray(-5).equals(lastChunk);
}

const lastChunk = Buffer.from('0\r\n\r\n');
