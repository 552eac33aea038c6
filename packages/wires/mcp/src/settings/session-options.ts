import type { Mailbox } from '@toolwire/core/wire';
import { checkNames, checkNumber, type NamesOf, StartUpError, wholeMs } from '@toolwire/internal';

/** How sessions of clients of the revisions before 2026-07-28 are kept over HTTP: in their ids, and nowhere else. */
export interface McpSessions {
  /**
   * Sign the ids of sessions: texts of 32 random characters or more, the same in every process of the server. The first signs, all are
   * accepted, so that one can be replaced by the next. Left out, it is the `stateSecret`, or a key of the process.
   */
  readonly secrets?: readonly [string, ...string[]];
  /** For how long a session counts, in milliseconds; 30 days if left out. */
  readonly ttlMs?: number;
  /** Carries cancellations and answers to the process that runs the call, where requests of a session reach several. */
  readonly mailbox?: Mailbox;
}

/** What is to be known of sessions, with every default filled in. */
export interface SessionSettings {
  readonly secrets: readonly string[];
  readonly ttlMs: number;
  readonly mailbox: Mailbox | undefined;
}

const names: NamesOf<McpSessions> = { secrets: true, ttlMs: true, mailbox: true };

/** Fills in the defaults, and refuses what could not work; `undefined` where there are to be no sessions. */
export function sessionSettings(
  options: McpSessions | false | undefined = {},
  stateSecret: string | undefined,
): SessionSettings | undefined {
  if (options === false) return undefined;
  checkNames('sessions of mcp()', options, names);
  const { secrets = stateSecret === undefined ? [] : [stateSecret], ttlMs = 30 * 86_400_000, mailbox } = options;
  if (options.secrets?.length === 0 || secrets.some((secret) => secret.length < 32)) {
    throw new StartUpError(
      'TW_CREDENTIAL_SHORT',
      'mcp: the secrets of sessions must have at least 32 characters each. Take random ones, and keep them.',
    );
  }
  checkNumber('mcp: ttlMs of sessions', ttlMs, wholeMs);
  return { secrets, ttlMs, mailbox };
}
