import type { IncomingMessage } from 'node:http';
import type { HostBody } from '@toolwire/core';

/** Reads a body as bytes, up to a limit; what comes after the limit is left unread. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<HostBody> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= maxBytes) return;
      request.off('data', onData).pause();
      resolve({ kind: 'unreadable', problem: 'too_large' });
    };
    // The listeners stay: the request ends with its connection's turn, and a promise settles only once.
    const onEnd = (): void => resolve({ kind: 'bytes', bytes: joined(chunks, length) });
    const onBroken = (): void => resolve({ kind: 'unreadable', problem: 'interrupted' });

    if (request.readableEnded || request.destroyed) onBroken();
    else request.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
  });
}

function joined(chunks: readonly Buffer[], length: number): Buffer {
  const [first] = chunks;
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, length);
}
