import type { HttpRequest } from '@toolwire/core/wire';
import { type ArtifactStorage, bytesOf, copyChunks } from './artifact-storage.ts';
import type { SignedQueries } from './signed-query.ts';
import { readUploadTicket, type UploadTicket } from './uploads.ts';

/** Why an upload was refused; the codes never change. */
export const uploadRefusals = {
  upload_invalid: { status: 403, message: 'This URL is not valid. Use it as it was returned.' },
  upload_expired: { status: 410, message: 'This URL has expired. Create a new upload.' },
  upload_used: { status: 409, message: 'This URL was used before: each one accepts one file. Create a new upload.' },
  upload_wrong_type: { status: 415, message: 'Send the Content-Type that you announced, without a Content-Encoding.' },
  upload_too_large: { status: 413, message: 'The file has more bytes than you announced.' },
  upload_incomplete: { status: 400, message: 'The file has fewer bytes than you announced.' },
  upload_unreadable: {
    status: 500,
    message:
      'A body parser of the app has read the file. Mount the tools before the parser, or let it skip the path of the artifacts.',
  },
} as const;

type UploadCode = keyof typeof uploadRefusals;

/** The stored file, or why it was refused. */
export type ReceivedUpload =
  | { readonly ok: true; readonly ticket: UploadTicket }
  | { readonly ok: false; readonly code: UploadCode };

/** Everything that the route of uploads needs. */
interface Receiver {
  readonly storage: ArtifactStorage;
  readonly queries: SignedQueries;
  /** The uploads that are arriving in this process. */
  readonly arriving: Set<string>;
}

/** Streams the body of a request into the storage, unless its URL or its headers are wrong. A refused or interrupted upload leaves no file that can be read. */
export async function receiveUpload(
  request: HttpRequest,
  { storage, queries, arriving }: Receiver,
): Promise<ReceivedUpload> {
  const checked = await queries.check('upload', request.query);
  if (!checked.ok) return refused(checked.problem === 'expired' ? 'upload_expired' : 'upload_invalid');
  const ticket = readUploadTicket(checked.id);
  const { key } = ticket;
  const problem = headerProblem(request, ticket);
  if (problem !== undefined) return refused(problem);
  if (arriving.has(key)) return refused('upload_used');
  arriving.add(key);
  try {
    if ((await storage.read(key)) !== undefined) return refused('upload_used');
    const body = request.stream?.();
    if (body === undefined) return refused('upload_unreadable');
    return await storeBody(body, { request, ticket, expiresAt: checked.expiresAt, storage });
  } finally {
    arriving.delete(key);
  }
}

function headerProblem(request: HttpRequest, { contentType, size }: UploadTicket): UploadCode | undefined {
  const [type = ''] = (request.header('content-type') ?? '').split(';');
  const encoding = request.header('content-encoding')?.toLowerCase() ?? 'identity';
  if (type.trim().toLowerCase() !== contentType || encoding !== 'identity') return 'upload_wrong_type';
  const length = Number(request.header('content-length') ?? size);
  if (length > size) return 'upload_too_large';
  return length < size ? 'upload_incomplete' : undefined;
}

interface Arrival {
  readonly request: HttpRequest;
  readonly ticket: UploadTicket;
  readonly expiresAt: number;
  readonly storage: ArtifactStorage;
}

async function storeBody(
  body: AsyncIterable<Uint8Array>,
  { request, ticket, expiresAt, storage }: Arrival,
): Promise<ReceivedUpload> {
  const { key, contentType, name, size } = ticket;
  // Ends an upload that stalls.
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), expiresAt - Date.now());
  const signal = AbortSignal.any([request.signal, deadline.signal]);
  let problem: UploadCode | undefined;
  const chunks = checkSize(body, size, (code) => {
    problem = code;
  });
  try {
    const details = { contentType, name, description: 'An uploaded file', signal };
    await storage.write(key, copyChunks(chunks, signal), details);
    return { ok: true, ticket };
  } catch (error) {
    if (deadline.signal.aborted) return refused('upload_expired');
    if (problem !== undefined || request.signal.aborted) return refused(problem ?? 'upload_incomplete');
    // Another process has received the file meanwhile.
    if ((await storage.read(key)) !== undefined) return refused('upload_used');
    // A problem of the storage.
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Passes on exactly the announced number of bytes. Otherwise it reports the problem, and throws. */
async function* checkSize(
  body: AsyncIterable<Uint8Array>,
  size: number,
  report: (code: UploadCode) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  let received = 0;
  try {
    for await (const chunk of body) {
      // `copyChunks()` throws for a chunk without bytes.
      received += bytesOf(chunk)?.length ?? 0;
      if (received > size) throw new RangeError(uploadRefusals.upload_too_large.message);
      yield chunk;
    }
    if (received < size) throw new RangeError(uploadRefusals.upload_incomplete.message);
  } catch (error) {
    report(received > size ? 'upload_too_large' : 'upload_incomplete');
    throw error;
  }
}

function refused(code: UploadCode): ReceivedUpload {
  return { ok: false, code };
}
