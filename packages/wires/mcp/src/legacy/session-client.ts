import type { Lifetime } from '@toolwire/core';
import type { Dialect } from '../revisions/dialect.ts';
import type { LegacyClient } from '../revisions/legacy-request.ts';
import type { Notify } from '../rpc/context.ts';
import type { Session } from '../sessions/session.ts';

/** What is known of the client of one request over HTTP: what its session says, and that it can be asked on the stream of the request. */
export function sessionClient(
  dialect: Dialect,
  session: Session | undefined,
  notify: Notify | undefined,
  waiting: Lifetime,
): LegacyClient {
  if (session === undefined) return { dialect, capabilities: undefined, logLevel: 'info' };
  const { facts, asked } = session;
  const { capabilities } = facts;
  const known = { dialect, capabilities, logLevel: 'info', isAskedByRequest: true } as const;
  if (notify === undefined) return known;
  return {
    ...known,
    ask: (requests, signal, meta) =>
      asked.ask({
        requests,
        capabilities,
        meta,
        // Whoever reads the stream no longer cannot be asked on it.
        signal: AbortSignal.any([signal, waiting.signal]),
        send: notify,
      }),
  };
}
