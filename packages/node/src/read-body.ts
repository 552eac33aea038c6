import type { IncomingMessage } from 'node:http';
import type { HostBody } from '@toolwire/core';

/** Reads a body as bytes, up to a limit; what comes after the limit is left unread. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<HostBody> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;

    const settle = (body: HostBody): void => {
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      resolve(body);
    };
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > maxBytes) {
        request.pause();
        settle({ kind: 'unreadable', problem: 'too_large' });
      } else chunks.push(chunk);
    };
    const onEnd = (): void => {
      const [first] = chunks;
      settle({ kind: 'bytes', bytes: chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, length) });
    };
    const onClose = (): void => settle({ kind: 'unreadable', problem: 'interrupted' });

    if (request.readableEnded || request.destroyed) onClose();
    else request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  });
}
