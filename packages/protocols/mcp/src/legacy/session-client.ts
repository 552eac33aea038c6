import type { Lifetime } from '@toolwire/core';
import type { Fields } from '@toolwire/core/wire';
import { declaredClient } from '../elicitation/declared-client.ts';
import type { RequestTransport } from '../http/running-session-request.ts';
import type { Session } from '../http/session.ts';
import { noFields } from '../json-rpc/message.ts';
import type { Notify } from '../json-rpc/message-context.ts';
import type { AskClient, LegacyClient } from '../json-rpc/requests.ts';
import type { Revision } from '../json-rpc/revisions.ts';

/** The client of one request over HTTP: the data of its session, and input requests on the stream of the request. */
export function sessionClient(
  revision: Revision,
  session: Session | undefined,
  { notify, connection }: Pick<RequestTransport, 'notify' | 'connection'>,
): LegacyClient {
  if (session === undefined) return clientWithoutSession(revision);
  const { capabilities, client, name: sessionId } = session.signed;
  const description = declaredClient(client, revision, capabilities);
  const ask = notify && askOnStream(session, capabilities, notify, connection);
  const state = { description, sessionId, logLevel: 'info', subscriber: session } as const;
  return { revision, capabilities, ...state, ask };
}

/** A client whose capabilities are not known. */
export function clientWithoutSession(revision: Revision): LegacyClient {
  const description = declaredClient(undefined, revision, noFields);
  return { revision, capabilities: undefined, description, logLevel: 'info' };
}

function askOnStream({ inputRequests }: Session, capabilities: Fields, send: Notify, connection: Lifetime): AskClient {
  return (requests, signal, meta) => {
    // A client that stopped reading the stream receives no requests.
    const either = AbortSignal.any([signal, connection.signal]);
    return inputRequests.ask({ requests, capabilities, meta, signal: either, send });
  };
}
