import type { Readable } from 'node:stream';
import { GrowingBytes, type HostBody } from '@toolwire/core/wire';

/** Reads a body as bytes, up to a limit; what comes after the limit is left unread. */
export function readBody(stream: Readable, maxBytes: number): Promise<HostBody> {
  return new Promise((resolve) => {
    const read = new GrowingBytes(maxBytes);
    // The listeners stay for as long as the request does; what was read must not stay with them.
    let settle: typeof resolve | undefined = resolve;
    const finish = (body: HostBody): void => {
      settle?.(body);
      settle = undefined;
    };
    const onData = (chunk: Buffer): void => {
      if (read.length + chunk.length <= maxBytes) return read.add(chunk);
      stream.off('data', onData).pause();
      read.take();
      finish({ kind: 'unreadable', problem: 'too_large' });
    };
    const onEnd = (): void => finish({ kind: 'bytes', bytes: read.take() });
    // Every request closes; there is something to tell only when that comes before its end.
    const onBroken = (): void => finish({ kind: 'unreadable', problem: 'interrupted' });

    if (stream.readableEnded || stream.destroyed) onBroken();
    else stream.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
  });
}
