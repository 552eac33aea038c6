import { Readable, type Writable } from 'node:stream';
import type { HttpResponse } from '@toolwire/core/wire';
import { cut, isClosed, type OutgoingResponse } from './http-messages.ts';

/**
 * Writes chunks as fast as the caller takes them, and ends the answer with them. A caller who leaves ends their source as well, and is
 * no error; a source that fails cuts the answer short. By hand, since `pipeline` takes ten kilobytes for as long as a stream is open.
 */
export function writeStream(chunks: AsyncIterable<Uint8Array>, response: OutgoingResponse): Promise<void> {
  const source = chunks[Symbol.asyncIterator]();
  const written: Writable = response;
  return new Promise((resolve, reject) => {
    let isOver = false;
    let isFull = false;
    const leave = async (): Promise<void> => {
      if (isOver) return resolve();
      isOver = true;
      try {
        await source.return?.();
        resolve();
      } catch (error) {
        reject(error);
      }
    };
    const fail = (error: unknown): void => {
      // What a source says when its reader has gone, such as that its work was aborted, is no news.
      if (isOver) return;
      isOver = true;
      cut(response);
      reject(error);
    };
    const take = ({ done, value }: IteratorResult<Uint8Array, unknown>): void => {
      if (isOver) return;
      if (isClosed(response)) return void leave();
      if (done === true) {
        isOver = true;
        written.end();
        return;
      }
      isFull = !written.write(value);
      if (!isFull) void pull();
    };
    const pull = async (): Promise<void> => {
      try {
        take(await source.next());
      } catch (error) {
        fail(error);
      }
    };
    // One listener for all chunks: middlewares that compress hand it on, and would keep each of many.
    const drained = (): void => {
      if (!isFull) return;
      isFull = false;
      void pull();
    };
    const broken = (error: unknown): void => {
      reject(error);
      void leave();
    };
    written
      .on('drain', drained)
      .on('finish', resolve)
      .on('error', broken)
      .on('close', () => void leave());
    void pull();
  });
}

/** A body in the forms that frameworks on top of node:http take. */
export function frameworkBody(body: NonNullable<HttpResponse['body']>): string | Buffer | Readable {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array
    ? Buffer.from(body.buffer, body.byteOffset, body.byteLength)
    : Readable.from(body, { objectMode: false });
}
