// A separate process with many connections to one server: idle, calling, or listening.
import { connect, type Socket } from 'node:net';
import { answerLength } from '../http/keep-alive-client.ts';

/** What it is asked. */
export type CallersTask =
  /** Opens so many, and sends this on each; each is there once an answer that has `expected` in it has come. */
  | {
      readonly ask: 'open';
      readonly port: number;
      readonly count: number;
      readonly request: string;
      readonly expected: string;
    }
  /** Sends so many calls over the first so many, one after the other on each. */
  | { readonly ask: 'call'; readonly request: string; readonly calls: number; readonly busy: number }
  /** Waits until each of them has heard this since the last time. */
  | { readonly ask: 'hear'; readonly text: string }
  | { readonly ask: 'close' };

/** The message when that is done, or the reason why it failed. */
export type CallersAnswer = { readonly ok: true } | { readonly ok: false; readonly problem: string };

const atOnce = 200;
const sockets: Socket[] = [];

process.on('disconnect', () => process.exit());
process.on('message', (task: CallersTask) => {
  const say = (answer: CallersAnswer): void => void process.send?.(answer);
  work(task).then(
    () => say({ ok: true }),
    (problem: unknown) => say({ ok: false, problem: String(problem) }),
  );
});

async function work(task: CallersTask): Promise<void> {
  switch (task.ask) {
    case 'open':
      for (let opened = 0; opened < task.count; opened += atOnce) {
        const wave = Array.from({ length: Math.min(atOnce, task.count - opened) }, () => open(task));
        sockets.push(...(await Promise.all(wave)));
      }
      return;
    case 'call': {
      const left = { calls: task.calls };
      await Promise.all(sockets.slice(0, task.busy).map((socket) => callOneByOne(socket, task.request, left)));
      return;
    }
    case 'hear':
      await Promise.all(sockets.map((socket) => heard(socket, task.text)));
      return;
    case 'close':
      for (const socket of sockets.splice(0)) socket.removeAllListeners().destroy();
  }
}

function open({ port, request, expected }: Extract<CallersTask, { ask: 'open' }>): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').setNoDelay();
    let text = '';
    const hear = (chunk: Buffer): void => {
      text += chunk.toString('latin1');
      if (!text.includes(expected)) return;
      if (!text.startsWith('HTTP/1.1 200 ')) return reject(new Error(`The first answer is ${text.slice(0, 500)}`));
      socket.off('data', hear);
      resolve(socket);
    };
    socket.on('data', hear).once('error', reject);
    socket.once('close', () => reject(new Error(`A connection was closed, ${sockets.length} being open: ${text}`)));
    socket.write(request, 'latin1');
  });
}

function callOneByOne(socket: Socket, request: string, left: { calls: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    const closed = (): void => reject(new Error('The server closed a connection that was in use.'));
    const hear = (chunk: Buffer): void => {
      const length = answerLength(chunk, { status: 200 });
      if (length !== chunk.length || !chunk.includes('"value":42')) {
        return reject(new Error(`${length}: ${chunk.toString('latin1', 0, 500)}`));
      }
      send();
    };
    const send = (): void => {
      if (left.calls === 0) {
        socket.off('data', hear).off('close', closed);
        return resolve();
      }
      left.calls -= 1;
      socket.write(request, 'latin1');
    };
    socket.on('data', hear).on('close', closed);
    send();
  });
}

function heard(socket: Socket, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const closed = (): void => reject(new Error('A stream has ended.'));
    const hear = (chunk: Buffer): void => {
      if (!chunk.includes(text)) return;
      socket.off('data', hear).off('close', closed);
      resolve();
    };
    socket.on('data', hear).on('close', closed);
  });
}
