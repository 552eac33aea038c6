import type { Readable } from 'node:stream';
import { GrowingBytes, type HostBody } from '@toolwire/core/wire';
import { Later } from './later.ts';

/** Reads a body as bytes, up to a limit; what comes after the limit is left unread. */
export function readBody(stream: Readable, maxBytes: number): Promise<HostBody> {
  const later = new Later<HostBody>();
  if (stream.readableEnded || stream.destroyed) {
    later.keep({ kind: 'unreadable', problem: 'interrupted' });
    return later;
  }
  const read = new GrowingBytes(maxBytes);
  // The listeners stay for as long as the request does; what was read must not stay with them.
  let open: Later<HostBody> | undefined = later;
  const finish = (body: HostBody): void => {
    const one = open;
    open = undefined;
    one?.keep(body);
  };
  const onData = (chunk: Buffer): void => {
    if (read.length + chunk.length <= maxBytes) return read.add(chunk);
    stream.off('data', onData).pause();
    read.take();
    finish({ kind: 'unreadable', problem: 'too_large' });
  };
  const onEnd = (): void => {
    if (open !== undefined) finish({ kind: 'bytes', bytes: read.take() });
  };
  // Every request closes; there is something to tell only when that comes before its end.
  const onBroken = (): void => {
    if (open !== undefined) finish({ kind: 'unreadable', problem: 'interrupted' });
  };
  stream.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
  return later;
}
