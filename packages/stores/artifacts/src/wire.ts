import type { Exchange, HttpRequest, HttpResponse, WireCodec } from '@toolwire/core/wire';
import type { ArtifactKeeper, KeptFile } from './artifact-keeper.ts';
import type { SignedQueries } from './signed-query.ts';

/** What the wire serves, and where. */
export interface FilesWireParts {
  readonly path: string;
  readonly keeper: ArtifactKeeper;
  readonly queries: SignedQueries;
  readonly now: () => number;
}

/** Serves kept files to whoever has a signed address. */
export function filesWire(parts: FilesWireParts): WireCodec {
  return {
    name: 'artifacts',
    routes: [
      {
        method: 'GET',
        path: parts.path,
        op: 'any',
        // The signature is all that a caller needs: whoever shows the file, such as a browser, has no other credentials.
        admission: 'own',
        accept: async (request): Promise<Exchange> => ({ op: 'answer', response: await answer(request, parts) }),
        refuse: ({ code, message }) => plain(code === 'method_not_allowed' ? 405 : 400, message),
      },
    ],
  };
}

async function answer({ query }: HttpRequest, { keeper, queries, now }: FilesWireParts): Promise<HttpResponse> {
  const ticket = await queries.check(query, now());
  if (!ticket.ok) {
    return ticket.problem === 'expired'
      ? plain(410, 'This address has expired. Call the tool again for a new one.')
      : plain(403, 'This address was not made by this server, or it was changed');
  }
  const file = await keeper.read(ticket.id);
  return file === undefined ? plain(404, 'The artifact is not here any more') : sent(file);
}

function sent({ contentType, name = 'artifact', size, body }: KeptFile): HttpResponse {
  return {
    status: 200,
    headers: {
      'content-type': contentType,
      'content-length': String(size),
      // A page among the artifacts must not act as a page of this server.
      'content-disposition': `attachment; filename*=UTF-8''${encoded(name)}`,
      'content-security-policy': "sandbox; default-src 'none'",
      ...always,
    },
    body,
  };
}

const always = { 'x-content-type-options': 'nosniff', 'cache-control': 'private, no-store' };

// RFC 8187: what encodeURIComponent leaves alone, and that grammar does not.
function encoded(name: string): string {
  const wellFormed = name.replace(/\p{Surrogate}/gu, '\u{fffd}');
  return encodeURIComponent(wellFormed).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

function plain(status: number, message: string): HttpResponse {
  return { status, headers: { 'content-type': 'application/json', ...always }, body: JSON.stringify({ message }) };
}
