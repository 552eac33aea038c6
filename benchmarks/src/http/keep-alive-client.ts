import { connect, type Socket } from 'node:net';

/** What a client sends, and what it must get. */
export interface LoadTask {
  readonly port: number;
  /** The whole request, head and body, as it goes over the wire. */
  readonly request: string;
  readonly status: 200 | 304;
  /** A piece that every answer has in its first packet; empty when any will do. */
  readonly expected: string;
  readonly calls: number;
  readonly connections: number;
}

/**
 * Sends a request again and again over kept connections, as cheaply as possible, and checks each answer. It never sleeps: the system
 * counts what it takes to wake a reader as the writer's time, and that is more the slower the reader was to fall asleep.
 */
export async function load(task: LoadTask): Promise<void> {
  const left = { calls: task.calls };
  const stayAwake = (): void => {
    if (left.calls > 0) setImmediate(stayAwake);
  };
  stayAwake();
  await Promise.all(Array.from({ length: task.connections }, () => callOneByOne(task, left)));
}

function callOneByOne(task: LoadTask, left: { calls: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(task.port, '127.0.0.1').setNoDelay();
    let bytesMissing = 0;
    let inChunks = false;

    const send = (): void => {
      if (left.calls === 0) return finish();
      left.calls--;
      socket.write(task.request, 'latin1');
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
      if (inChunks && !endsChunks(chunk)) return;
      inChunks = false;
      if (bytesMissing === 0) send();
    });
  });
}

/** The length of an answer by its first packet, which nobody knows of one in chunks, or what is wrong with it. */
function answerLength(packet: Buffer, { status, expected }: LoadTask): number | string {
  const headEnd = packet.indexOf('\r\n\r\n');
  if (headEnd === -1) return 'An answer whose head came in pieces';
  const head = packet.toString('latin1', 0, headEnd);
  if (!head.startsWith(`HTTP/1.1 ${status} `)) return `An answer that is not a ${status}`;
  if (!packet.includes(expected, headEnd)) return 'A wrong answer';
  if (status === 304) return headEnd + 4;
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return Number.POSITIVE_INFINITY;
  const length = /\r\ncontent-length: *([0-9]+)/i.exec(head);
  return length === null ? 'An answer without a Content-Length' : headEnd + 4 + Number(length[1]);
}

function endsChunks(packet: Buffer): boolean {
  return packet.subarray(-5).equals(lastChunk);
}

const lastChunk = Buffer.from('0\r\n\r\n');
