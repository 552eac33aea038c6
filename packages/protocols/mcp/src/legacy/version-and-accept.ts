import type { HttpRequest, HttpResponse } from '@toolwire/core/wire';
import { acceptsJson } from '../http/headers.ts';
import { refuseMessage, unsupportedVersion } from '../http/responses.ts';
import type { Session } from '../http/session.ts';
import type { RpcId } from '../json-rpc/message.ts';
import { defaultRevision, legacyRevision, type Revision } from '../json-rpc/revisions.ts';

/** The version header, session and request of a message. */
export interface LegacySender {
  readonly version: string | undefined;
  readonly session: Session | undefined;
  readonly http: HttpRequest;
}

/** The revision of a request, or the response to one with an unsupported version, or whose client does not accept JSON. */
export function readVersionAndAccept({ version, session, http }: LegacySender, id?: RpcId): Revision | HttpResponse {
  const revision = version === undefined ? (session?.signed.revision ?? defaultRevision) : legacyRevision(version);
  if (revision === undefined) return unsupportedVersion(version, id);
  // A client that accepts only JSON is served too, because responses are streams only for clients that accept them.
  if (acceptsJson(http.header('accept'))) return revision;
  return refuseMessage('Send the header Accept with application/json and text/event-stream', version, id, 406);
}
