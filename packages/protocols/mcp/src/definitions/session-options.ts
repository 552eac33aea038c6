import type { Mailbox } from '@toolwire/core/wire';
import { checkNames, checkNumber, type NamesOf, StartUpError, wholeMs } from '@toolwire/internal';

/** Sessions over HTTP for clients of revisions before 2026-07-28. Their whole state is in the signed session id. */
export interface McpSessions {
  /**
   * Secrets that sign session ids: at least 32 random characters each, the same in every process. The first secret signs, and all
   * are accepted, which allows rotation. Defaults to the `stateSecret`, or a random key per process.
   */
  readonly secrets?: readonly [string, ...string[]];
  /** The lifetime of a session, in milliseconds. Defaults to 30 days. */
  readonly ttlMs?: number;
  /** Forwards cancellations and input to the process that runs the call, where several processes serve one session. */
  readonly mailbox?: Mailbox;
}

/** The options of sessions with their defaults. */
export interface SessionSettings {
  readonly secrets: readonly string[];
  readonly ttlMs: number;
  readonly mailbox: Mailbox | undefined;
}

const names: NamesOf<McpSessions> = { secrets: true, ttlMs: true, mailbox: true };

/** Checks the options and adds their defaults. `undefined` turns sessions off. */
export function readSessionSettings(
  options: McpSessions | false | undefined = {},
  stateSecret: string | undefined,
): SessionSettings | undefined {
  if (options === false) return undefined;
  checkNames('sessions of mcp()', options, names);
  const { secrets = stateSecret === undefined ? [] : [stateSecret], ttlMs = 30 * 86_400_000, mailbox } = options;
  if (options.secrets?.length === 0 || secrets.some((secret) => secret.length < 32)) {
    throw new StartUpError(
      'TW_CREDENTIAL_SHORT',
      'sessions.secrets of mcp() must have at least 32 random characters each, the same in every process.',
    );
  }
  checkNumber('sessions.ttlMs of mcp()', ttlMs, wholeMs);
  return { secrets, ttlMs, mailbox };
}
