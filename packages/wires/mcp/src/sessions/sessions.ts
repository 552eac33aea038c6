import type { MaybePromise } from '@toolwire/core';
import type { HttpRequest } from '@toolwire/core/wire';
import { principalKey } from '@toolwire/internal';
import type { SessionSettings } from '../settings/session-options.ts';
import { KeptSessions } from './kept-sessions.ts';
import { Session, type SharedBySessions } from './session.ts';
import type { SessionFacts } from './session-facts.ts';
import { createSessionIds, longestSessionId } from './session-id.ts';
import { SessionLetters } from './session-letters.ts';
import type { SubscribedSessions } from './subscribed-sessions.ts';

/** What a request says of its session. */
export type FoundSession = Session | 'none' | 'unknown';

/** The sessions of an endpoint: what is known of one stands in its id, and who calls is asked anew with every request. */
export interface Sessions {
  /** Makes the id of a session for whoever sends a request. */
  begin(facts: SessionFacts, request: HttpRequest): Promise<string>;
  /** Finds the session of a request: `unknown` for an id that is forged, somebody else's, too old or ended. */
  find(request: HttpRequest): MaybePromise<FoundSession>;
}

/** The header with the id of a session. */
export const sessionHeader = 'mcp-session-id';

/** How many sessions a process need not verify again. */
const mostKept = 5000;

/** What sessions are for besides their ids: `report` hears of mailboxes that fail, and `warn` of ids that this process has not signed. */
export interface SessionUse {
  readonly subscribers: SubscribedSessions | undefined;
  readonly report: (thrown: unknown) => void;
  readonly warn: (message: string) => void;
}

/** Makes the sessions. */
export function createSessions(
  { secrets, ttlMs, mailbox }: SessionSettings,
  { subscribers, report, warn }: SessionUse,
): Sessions {
  const ids = createSessionIds(secrets);
  const kept = new KeptSessions(mostKept);
  const shared: SharedBySessions = { letters: mailbox && new SessionLetters(mailbox, report), subscribers };
  let hasWarned = false;

  const read = async (id: string, owner: string | undefined): Promise<FoundSession> => {
    const signed = await ids.read(id, owner);
    if (signed !== undefined) return openOr(kept.keep(id, new Session(signed, owner, signed.madeAt + ttlMs, shared)));
    if (!hasWarned && secrets.length === 0) warn(foreignSession);
    hasWarned = true;
    return 'unknown';
  };

  return {
    begin: (facts, request) => ids.make(facts, ownerOf(request)),
    find(request) {
      const id = request.header(sessionHeader);
      if (id === undefined) return 'none';
      if (id.length > longestSessionId) return 'unknown';
      const owner = ownerOf(request);
      const known = kept.get(id);
      if (known === undefined) return read(id, owner);
      // MCP-SESS-03: a session lets nobody in, and belongs to whoever began it.
      return known.owner === owner ? openOr(known) : 'unknown';
    },
  };
}

function openOr(session: Session): FoundSession {
  return session.isOpen ? session : 'unknown';
}

function ownerOf({ principal }: HttpRequest): string | undefined {
  return principal && principalKey(principal);
}

const foreignSession =
  'A client has sent the id of a session that this process has not signed. Sessions end when it does, and other processes do not know them: give mcp({ sessions: { secrets } }) the same secrets in all of them, or turn sessions off with mcp({ sessions: false }).';
