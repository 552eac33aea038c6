import type { Lifetime } from '@toolwire/core';
import type { Dialect } from '../revisions/dialect.ts';
import type { AskClient, LegacyClient } from '../revisions/legacy-request.ts';
import type { Notify } from '../rpc/context.ts';
import type { Fields } from '../rpc/json-shape.ts';
import type { Session } from '../sessions/session.ts';

/** What is known of the client of one request over HTTP: what its session says, and that it can be asked on the stream of the request. */
export function sessionClient(
  dialect: Dialect,
  session: Session | undefined,
  notify: Notify | undefined,
  waiting: Lifetime,
): LegacyClient {
  if (session === undefined) return { dialect, capabilities: undefined, logLevel: 'info' };
  const { capabilities } = session.facts;
  const ask = notify && askOnStream(session, capabilities, notify, waiting);
  return { dialect, capabilities, logLevel: 'info', ask, isAskedByRequest: true, subscriber: session };
}

function askOnStream({ asked }: Session, capabilities: Fields, send: Notify, waiting: Lifetime): AskClient {
  return (requests, signal, meta) => {
    // Whoever reads the stream no longer cannot be asked on it.
    const either = AbortSignal.any([signal, waiting.signal]);
    return asked.ask({ requests, capabilities, meta, signal: either, send });
  };
}
