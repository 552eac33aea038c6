import type { RefusedOutcome } from '@toolwire/core';
import type { HttpRequest, HttpResponse, WireCodec, WireRoute } from '@toolwire/core/wire';
import type { ArtifactStorage, StoredFile } from './artifact-storage.ts';
import { type ReceivedUpload, receiveUpload, uploadRefusals } from './receive-upload.ts';
import type { SignedQueries } from './signed-query.ts';

/** The files that the codec serves, and their path. */
export interface ArtifactsCodecConfig {
  readonly path: string;
  readonly storage: ArtifactStorage;
  readonly queries: SignedQueries;
}

/** Serves stored files at signed URLs. */
export function artifactsCodec(config: ArtifactsCodecConfig): WireCodec {
  const arriving = new Set<string>();
  const route = (method: 'GET' | 'PUT', respond: (request: HttpRequest) => Promise<HttpResponse>): WireRoute => ({
    method,
    path: config.path,
    op: 'any',
    // The signature is the only credential, because a browser that shows the file, or a program such as curl, has no other.
    admission: 'own',
    accept: async (request) => ({ op: 'answer', response: await respond(request) }),
    refuse,
  });
  return {
    name: 'artifacts',
    routes: [
      route('GET', (request) => downloadResponse(request, config)),
      route('PUT', async (request) => uploadResponse(await receiveUpload(request, { ...config, arriving }))),
    ],
  };
}

async function downloadResponse(
  { query }: HttpRequest,
  { storage, queries }: ArtifactsCodecConfig,
): Promise<HttpResponse> {
  const ticket = await queries.check('download', query);
  if (!ticket.ok) {
    return ticket.problem === 'expired'
      ? messageResponse(410, 'This URL has expired. Call the tool again for a new one.')
      : messageResponse(403, 'This URL has an invalid signature');
  }
  const file = await storage.read(ticket.id);
  return file === undefined ? messageResponse(404, 'The artifact was deleted') : fileResponse(file);
}

function fileResponse({ contentType, name = 'artifact', size, body }: StoredFile): HttpResponse {
  return {
    status: 200,
    headers: {
      'content-type': contentType,
      'content-length': String(size),
      // An HTML artifact must not act as a page of this server.
      'content-disposition': `attachment; filename*=UTF-8''${encodeFileName(name)}`,
      'content-security-policy': "sandbox; default-src 'none'",
      ...safeHeaders,
    },
    body,
  };
}

const safeHeaders = { 'x-content-type-options': 'nosniff', 'cache-control': 'private, no-store' };

// RFC 8187 allows fewer characters than encodeURIComponent.
function encodeFileName(name: string): string {
  const wellFormed = name.replace(/\p{Surrogate}/gu, '\u{fffd}');
  return encodeURIComponent(wellFormed).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

function uploadResponse(received: ReceivedUpload): HttpResponse {
  if (!received.ok) {
    const { status, message } = uploadRefusals[received.code];
    return jsonResponse(status, { code: received.code, message });
  }
  const { reference, name, contentType, size } = received.ticket;
  return jsonResponse(201, { file: reference, name, content_type: contentType, size });
}

function refuse({ code, message }: RefusedOutcome): HttpResponse {
  return messageResponse(code === 'method_not_allowed' ? 405 : 400, message);
}

function messageResponse(status: number, message: string): HttpResponse {
  return jsonResponse(status, { message });
}

function jsonResponse(status: number, body: object): HttpResponse {
  return { status, headers: { 'content-type': 'application/json', ...safeHeaders }, body: JSON.stringify(body) };
}
