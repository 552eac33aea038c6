import { EventEmitter } from 'node:events';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendRequest } from '../src/client/send-request.ts';

/** A request whose server responds and closes the connection before it has read the upload. */
class EndedUpload extends EventEmitter {
  isDestroyed = false;

  end(): void {
    const incoming = Object.assign(new Readable({ read: () => undefined }), { statusCode: 413, rawHeaders: [] });
    this.emit('response', incoming);
    this.emit('error', new Error('write EPIPE'));
    incoming.push('too large');
    incoming.push(null);
  }

  destroy(): void {
    this.isDestroyed = true;
  }
}

let upload: EndedUpload;

beforeEach(() => {
  upload = new EndedUpload();
  vi.spyOn(http, 'request').mockImplementation(() => upload as unknown as http.ClientRequest);
  syncBuiltinESMExports();
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const target = { secure: false, host: '127.0.0.1', port: 1, prefix: '', authority: '127.0.0.1:1' };

test('a response counts, even if the upload fails after it', async () => {
  const { status, text } = await sendRequest(target, { method: 'POST', path: '/', body: 'x' });
  expect([status, text]).toEqual([413, 'too large']);
});

test('a connection does not stay open for the rest of an upload', async () => {
  await sendRequest(target, { method: 'POST', path: '/', body: 'x' });
  expect(upload.isDestroyed).toBe(true);
});
