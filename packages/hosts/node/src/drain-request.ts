import type { IncomingMessage } from 'node:http';

const maxLingerMs = 1000;
const maxLingerBytes = 16 * 1024 * 1024;

/**
 * Reads on for a moment what a refused caller is still sending. Closing at once would reset the connection, and the
 * caller would see the reset instead of the answer.
 */
export function drainRequest(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let length = 0;
    const finish = (): void => {
      clearTimeout(timer);
      request.off('data', onData).off('end', finish).off('close', finish);
      resolve();
    };
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > maxLingerBytes) finish();
    };
    const timer = setTimeout(finish, maxLingerMs);
    request.on('data', onData).on('end', finish).on('close', finish).resume();
  });
}
