import { execFileSync } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { getBytes } from './requests.ts';

/** Connections on which a request was answered, and that stay open since. */
export interface IdleCallers {
  /** How many of them are still open. */
  open(): number;
  leave(): void;
}

const atOnce = 200;

/** Opens many connections, and sends one request on each of them. */
export async function openIdleCallers(port: number, count: number): Promise<IdleCallers> {
  const sockets: Socket[] = [];
  for (let opened = 0; opened < count; opened += atOnce) {
    const wave = Array.from({ length: Math.min(atOnce, count - opened) }, () => openOne(port));
    sockets.push(...(await Promise.all(wave)));
  }
  return {
    open: () => sockets.filter(({ readyState }) => readyState === 'open').length,
    leave: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function openOne(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', reject).once('data', () => {
      // Once it is idle, a connection that breaks is counted as not open, and nothing else.
      socket.off('error', reject).on('error', () => socket.destroy());
      resolve(socket);
    });
    socket.write(getBytes('/health'));
  });
}

/** How many files, and so connections, a process of this machine may open. */
export function openFilesLimit(): number {
  // Node raises its own limit to the hard one when it starts.
  const hard = execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim();
  return hard === 'unlimited' ? Number.POSITIVE_INFINITY : Number(hard);
}
