import type { Readable } from 'node:stream';
import type { HostBody } from '@toolwire/core';

/** Reads a body as bytes, up to a limit; what comes after the limit is left unread. */
export function readBody(stream: Readable, maxBytes: number): Promise<HostBody> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let isRead = false;
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= maxBytes) return;
      stream.off('data', onData).pause();
      resolve({ kind: 'unreadable', problem: 'too_large' });
    };
    // The listeners stay: the request ends with its connection's turn, and a promise settles only once.
    const onEnd = (): void => {
      isRead = true;
      resolve({ kind: 'bytes', bytes: joined(chunks, length) });
    };
    const onBroken = (): void => {
      // Every request closes; there is something to tell only when that comes before its end.
      if (!isRead) resolve({ kind: 'unreadable', problem: 'interrupted' });
    };

    if (stream.readableEnded || stream.destroyed) onBroken();
    else stream.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
  });
}

function joined(chunks: readonly Buffer[], length: number): Buffer {
  const [first] = chunks;
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, length);
}
