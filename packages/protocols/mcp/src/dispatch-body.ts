import { isPromise, type MaybePromise } from '@toolwire/core';
import type { Exchange, HttpRequest, HttpResponse, JsonBody } from '@toolwire/core/wire';
import { versionOf } from './http/headers.ts';
import { accepted, malformed, refuseVersion, unreadableBody } from './http/responses.ts';
import type { ClientMessage } from './http/session.ts';
import { type SessionLookup, type Sessions, unknownSession } from './http/sessions.ts';
import { type DecodedMessage, decodeMessage, hasEnvelope, type RpcMessage } from './json-rpc/message.ts';
import { modernRevision } from './json-rpc/supported-revisions.ts';
import { createLegacyHttp, type LegacySender } from './legacy/http.ts';
import { createModernHttp } from './modern/http.ts';
import type { ServerContext } from './prompts-and-resources/server-context.ts';

/** Decodes a body and dispatches its messages to their era. */
export type DispatchBody = (body: JsonBody, request: HttpRequest) => MaybePromise<Exchange>;

/** Creates the function that decodes bodies and dispatches their messages to the protocol versions before and since 2026-07-28. */
export function createBodyDispatcher(server: ServerContext, sessions: Sessions | undefined): DispatchBody {
  const modern = createModernHttp(server);
  const legacy = createLegacyHttp(server, sessions);

  return (body, request) => {
    const version = versionOf(request);
    if (!body.ok) return respondWith(unreadableBody(body, version));
    if (Array.isArray(body.value)) {
      const messages: readonly unknown[] = body.value;
      return version === modernRevision.version
        ? respondWith(malformed(noBatches, version, undefined))
        : resolveSession(request, version, messages);
    }
    const message = decodeMessage(body.value);
    switch (message.kind) {
      case 'request':
        if (isModern(message, version)) return modern.request(message, request);
        return resolveSession(request, version, message);
      case 'notification':
        // Only a status, whether or not the method is known. MCP-RPC-04
        if (isModern(message, version)) return respondWith(modern.notification(message, request));
        return resolveSession(request, version, message);
      case 'response':
        if (version === modernRevision.version) return respondWith(malformed(unexpectedResponse, version, undefined));
        return resolveSession(request, version, message);
      case 'malformed':
        return respondWith(malformed(message.problem, version, message.id));
    }
  };

  /** Resolves the session of the sender. */
  function resolveSession(
    http: HttpRequest,
    version: string | undefined,
    sent: ReceivedMessages,
  ): MaybePromise<Exchange> {
    const request = 'kind' in sent && sent.kind === 'request' ? sent : undefined;
    // A new `initialize` may still contain the id of an ended session.
    const found = sessions === undefined || request?.method === 'initialize' ? 'none' : sessions.find(http);
    if (isPromise(found)) return found.then((session) => serve(sent, version, session, http));
    return serve(sent, version, found, http);
  }

  function serve(
    sent: ReceivedMessages,
    version: string | undefined,
    found: SessionLookup,
    http: HttpRequest,
  ): MaybePromise<Exchange> {
    if (found === 'unknown') {
      return respondWith(unknownSession(version, 'kind' in sent && sent.kind === 'request' ? sent.id : undefined));
    }
    const sender = { version, session: found === 'none' ? undefined : found, http };
    if (!('kind' in sent)) return legacy.batch(sent, sender);
    return sent.kind === 'request' ? legacy.request(sent, sender) : receive(sent, sender);
  }
}

/** The content of a body: one message, or an undecoded batch. */
type ReceivedMessages = Exclude<DecodedMessage, { readonly kind: 'malformed' }> | readonly unknown[];

function isModern(message: RpcMessage, version: string | undefined): boolean {
  return hasEnvelope(message) || version === modernRevision.version;
}

const noBatches = 'This revision has no batches: send one message at a time';
const unexpectedResponse = 'Unexpected response: the server sends no requests in this revision';

function respondWith(response: HttpResponse): Exchange {
  return { op: 'answer', response };
}

/** Handles a message that expects no response. Refused if its version is unsupported. */
function receive(message: ClientMessage, { version, session }: LegacySender): MaybePromise<Exchange> {
  const refused = refuseVersion(version);
  if (refused !== undefined) return respondWith(refused);
  const received = session?.receive(message);
  return received === undefined ? respondWith(accepted) : received.then(() => respondWith(accepted));
}
