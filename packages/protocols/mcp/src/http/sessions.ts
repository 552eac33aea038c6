import { andThen, type MaybePromise } from '@toolwire/core';
import { addHeaders } from '@toolwire/core/internal';
import type { Exchange, HttpRequest, HttpResponse, ToolService } from '@toolwire/core/wire';
import { ownerOf } from '@toolwire/internal';
import type { SessionSettings } from '../definitions/option-defaults.ts';
import type { Signer } from '../elicitation/signer.ts';
import type { ListChanges } from '../json-rpc/list-changes.ts';
import type { RpcId } from '../json-rpc/message.ts';
import { modernRevision } from '../json-rpc/revisions.ts';
import { EndedSessions } from './ended-sessions.ts';
import { sessionHeader, versionOf } from './headers.ts';
import { refuseMessage, refuseVersion, respondWith } from './responses.ts';
import { Session } from './session.ts';
import { SessionCache } from './session-cache.ts';
import { createSessionIds, maxSessionIdLength, type SessionPayload } from './session-id.ts';
import { SessionMailbox } from './session-mailbox.ts';
import type { SubscribedSessions } from './session-subscriptions.ts';

/** The session of a request, or why it has none. */
type SessionLookup = Session | 'none' | 'unknown';

/** The sessions of an endpoint. The session ID contains the session, and every request is authenticated. */
export interface Sessions {
  /** Creates a session ID for the caller of a request. */
  create(payload: SessionPayload, request: HttpRequest): Promise<string>;
  /** Finds the session of a request. `unknown` means a forged, foreign, expired or ended session. */
  find(request: HttpRequest): MaybePromise<SessionLookup>;
  /** Ends a session and cancels its requests in this process. */
  end(session: Session): void;
  /** Notifies sessions of changed lists of this service. */
  follow(service: ToolService): void;
}

/** The number of sessions that need no further verification. */
const maxSessions = 5000;
/** The number of ended sessions whose IDs are refused: about 10 MB. */
const maxEndedSessions = 100_000;

/** The parts of the endpoint that sessions use. */
export interface SessionDependencies {
  readonly signer: Signer;
  readonly subscribers: SubscribedSessions | undefined;
  readonly listChanges: ListChanges;
  /** Receives errors of the mailbox. */
  readonly report: (thrown: unknown) => void;
  /** Called for the first ID that this process has not signed for its caller. */
  readonly warnOfUnsigned: () => void;
}

/** Creates the sessions of an endpoint. */
export function createSessions(
  { ttlMs, mailbox }: SessionSettings,
  { signer, subscribers, listChanges, report, warnOfUnsigned }: SessionDependencies,
): Sessions {
  const ids = createSessionIds(signer);
  const store = new SessionCache(maxSessions);
  const ended = new EndedSessions(maxEndedSessions);
  const shared = { mailbox: mailbox && new SessionMailbox(mailbox, report), subscribers, listChanges };
  let hasWarned = false;

  const read = async (id: string, owner: string | undefined): Promise<SessionLookup> => {
    const signed = await ids.read(id, owner);
    if (signed !== undefined && ended.has(signed)) return 'unknown';
    if (signed !== undefined) return ifOpen(store.add(id, new Session(signed, owner, signed.issuedAt + ttlMs, shared)));
    if (!hasWarned) warnOfUnsigned();
    hasWarned = true;
    return 'unknown';
  };

  return {
    end: (session) => {
      session.end();
      ended.add(session.signed, session.endsAt);
    },
    follow: (service) => listChanges.follow(service),
    create: (payload, request) => ids.make(payload, ownerOf(request)),
    find(request) {
      const id = request.header(sessionHeader);
      if (id === undefined) return 'none';
      if (id.length > maxSessionIdLength) return 'unknown';
      const owner = ownerOf(request);
      const known = store.get(id);
      if (known === undefined) return read(id, owner);
      // A session doesn't authenticate, and belongs to the caller that created it. MCP-SESS-03
      return known.owner === owner ? ifOpen(known) : 'unknown';
    },
  };
}

function ifOpen(session: Session): SessionLookup {
  return session.isOpen ? session : 'unknown';
}

/** The response for an unknown or ended session, after which the client starts a new one. */
export function unknownSession(version: string | undefined, id: RpcId | undefined): HttpResponse {
  const message = 'Unknown or expired session. Start a new one with initialize, without the header Mcp-Session-Id.';
  // Status 404 for every reason. MCP-SESS-02
  return refuseMessage(message, version, id, 404);
}

const noSessions = 'Method not allowed: this revision has no sessions. Use POST, OPTIONS';
const missingSessionId = 'Send the ID of the session to end in the header Mcp-Session-Id.';

/** `DELETE`: ends a session and cancels its requests in this process. */
export function endSession(sessions: Sessions, request: HttpRequest): MaybePromise<Exchange> {
  const version = versionOf(request);
  // MCP-HTTP-01
  if (version === modernRevision.version) {
    return respondWith(addHeaders(refuseMessage(noSessions, version, undefined, 405), { allow: 'POST, OPTIONS' }));
  }
  return andThen(sessions.find(request), (session): Exchange => {
    const refused = refuseVersion(version);
    if (refused !== undefined) return respondWith(refused);
    if (session === 'none') return respondWith(refuseMessage(missingSessionId, version, undefined));
    if (session === 'unknown') return respondWith(unknownSession(version, undefined));
    sessions.end(session);
    return respondWith({ status: 204, headers: { 'cache-control': 'no-store' } });
  });
}
