import type { Mailbox } from '@toolwire/core/wire';
import { checkNames, checkNumber, type NamesOf, wholeMs } from '@toolwire/internal';

/** Sessions over HTTP for clients of revisions before 2026-07-28. Their whole state is in the session ID, signed with the `stateSecret`. */
export interface McpSessions {
  /** The lifetime of a session, in milliseconds. Defaults to 30 days. */
  readonly ttlMs?: number;
  /** Forwards cancellations and input to the process that runs the call, where several processes serve one session. */
  readonly mailbox?: Mailbox;
}

/** The options of sessions with their defaults. */
export interface SessionSettings {
  readonly ttlMs: number;
  readonly mailbox: Mailbox | undefined;
}

const names: NamesOf<McpSessions> = { ttlMs: true, mailbox: true };

/** Checks the options and adds their defaults. `undefined` turns sessions off. */
export function readSessionSettings(options: McpSessions | false = {}): SessionSettings | undefined {
  if (options === false) return undefined;
  checkNames('sessions of mcp()', options, names);
  const { ttlMs = 30 * 86_400_000, mailbox } = options;
  checkNumber('sessions.ttlMs of mcp()', ttlMs, wholeMs);
  return { ttlMs, mailbox };
}
