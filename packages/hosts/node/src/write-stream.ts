import { Readable, type Writable } from 'node:stream';
import type { HttpResponse } from '@toolwire/core/wire';
import { cut, isClosed, type OutgoingResponse } from './http-messages.ts';

/**
 * Writes chunks as fast as the caller reads them, and then ends the response. A disconnect ends the source and is not an error. An
 * error of the source aborts the response. `pipeline` of Node would take ten kilobytes per open stream.
 */
export function writeStream(chunks: AsyncIterable<Uint8Array>, response: OutgoingResponse): Promise<void> {
  const source = chunks[Symbol.asyncIterator]();
  const output: Writable = response;
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
      // An error after the disconnect, such as an abort, is expected.
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
        output.end();
        return;
      }
      isFull = !output.write(value);
      if (!isFull) void pull();
    };
    const pull = async (): Promise<void> => {
      try {
        take(await source.next());
      } catch (error) {
        fail(error);
      }
    };
    // One listener for all chunks, because compressing middleware keeps every listener that is added.
    const onDrain = (): void => {
      if (!isFull) return;
      isFull = false;
      void pull();
    };
    const onError = (error: unknown): void => {
      reject(error);
      void leave();
    };
    output
      .on('drain', onDrain)
      .on('finish', resolve)
      .on('error', onError)
      .on('close', () => void leave());
    void pull();
  });
}

/** Closes a stream without reading it, so that its source ends. */
export async function closeStream(chunks: AsyncIterable<Uint8Array>): Promise<void> {
  await chunks[Symbol.asyncIterator]().return?.();
}

/** A body in a form that frameworks on top of node:http accept. */
export function frameworkBody(body: NonNullable<HttpResponse['body']>): string | Buffer | Readable {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array
    ? Buffer.from(body.buffer, body.byteOffset, body.byteLength)
    : Readable.from(body, { objectMode: false });
}
