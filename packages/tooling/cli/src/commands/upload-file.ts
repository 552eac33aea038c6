import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { contentTypeOf, isHttpUrl, recordOf, uploadToolId } from '@toolwire/internal';
import { failure, messageOf, usageError } from '../cli-error.ts';
import { latestOf } from '../find-tool.ts';
import type { ConnectionSettings } from '../target/connection-settings.ts';
import type { Target, TargetCall } from '../target/target.ts';
import { safeLine } from '../terminal/terminal-text.ts';

/** Uploads a file, and resolves to the value of its parameter. */
export type UploadFile = (path: string) => Promise<string>;

/** Returns a function that uploads a file for a parameter, and resolves to the value of the parameter. */
export function createUploadFile(
  { tools, call }: Pick<Target, 'tools' | 'call'>,
  settings: Pick<TargetCall, 'attempts' | 'context'>,
  { note, signal, fetch }: Pick<ConnectionSettings, 'fetch' | 'note' | 'signal'>,
): UploadFile {
  return async (path) => {
    const tool = latestOf(tools.filter(({ id }) => id === uploadToolId));
    if (tool === undefined) throw failure(`${path} can't be uploaded: the server does not list ${uploadToolId}.`);
    const stats = await stat(path).catch(() => undefined);
    if (stats?.isFile() !== true) throw usageError(`File ${path} can't be read.`);
    const { size } = stats;
    const type = contentTypeOf(basename(path)) ?? 'application/octet-stream';
    const result = await call({ ...settings, tool, input: { name: basename(path), content_type: type, size }, signal });
    if (result.kind !== 'value') {
      const problem = result.kind === 'failed' ? result.failure.message : result.message;
      throw failure(`${path} can't be uploaded: ${safeLine(problem)}`);
    }
    const { file, url } = recordOf(result.value);
    if (typeof file !== 'string' || !isHttpUrl(url)) {
      throw failure(`${path} can't be uploaded: ${uploadToolId} returned no URL.`);
    }
    note(`Uploading ${safeLine(basename(path))} (${size} bytes, ${type})\n`);
    await sendFile(path, { url, type }, { signal, fetch });
    return file;
  };
}

/** Sends the bytes without credentials: the URL has a signature. */
async function sendFile(
  path: string,
  { url, type }: { readonly url: string; readonly type: string },
  { signal, fetch }: Pick<ConnectionSettings, 'fetch' | 'signal'>,
): Promise<void> {
  const body = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
  const request = { method: 'PUT', headers: { 'content-type': type }, body, duplex: 'half', signal } as const;
  const response = await fetch(url, request).catch((thrown: unknown) => {
    throw failure(`${path} could not be sent to ${new URL(url).origin}: ${messageOf(thrown)}.`);
  });
  if (response.ok) return;
  throw failure(`${path} was refused with status ${response.status}: ${safeLine(await response.text())}`);
}
