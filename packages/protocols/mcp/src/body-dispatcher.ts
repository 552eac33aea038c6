import { andThen, type MaybePromise } from '@toolwire/core';
import type { Exchange, HttpRequest, JsonBody } from '@toolwire/core/wire';
import { versionOf } from './http/headers.ts';
import { refuseMessage, respondWith, unreadableBody } from './http/responses.ts';
import { type Sessions, unknownSession } from './http/sessions.ts';
import { type DecodedMessage, declaresVersion, decodeMessage } from './json-rpc/message.ts';
import { modernRevision } from './json-rpc/revisions.ts';
import { noBatches } from './legacy/batch.ts';
import { createLegacyHttp } from './legacy/http.ts';
import { createModernHttp } from './modern/http.ts';
import type { ServerContext } from './prompts-and-resources/server-context.ts';

/** Handles the body of a request. */
type DispatchBody = (body: JsonBody, request: HttpRequest) => MaybePromise<Exchange>;

/** Creates the function that decodes bodies and dispatches their messages to the protocol versions before and since 2026-07-28. */
export function createBodyDispatcher(server: ServerContext, sessions: Sessions | undefined): DispatchBody {
  const modern = createModernHttp(server);
  const legacy = createLegacyHttp(server, sessions);

  return (body, request) => {
    const version = versionOf(request);
    const isModern = version === modernRevision.version;
    if (!body.ok) return respondWith(unreadableBody(body, version));
    if (Array.isArray(body.value)) {
      const messages: readonly unknown[] = body.value;
      if (isModern) return respondWith(refuseMessage(noBatches(modernRevision), version, undefined));
      return serveLegacy(messages, version, request);
    }
    const message = decodeMessage(body.value);
    switch (message.kind) {
      case 'request':
        if (isModern || declaresVersion(message)) return modern.request(message, request);
        return serveLegacy(message, version, request);
      case 'notification':
        // Only a status, whether or not the method is known. MCP-RPC-04
        if (isModern || declaresVersion(message)) return respondWith(modern.notification(message, request));
        return serveLegacy(message, version, request);
      case 'response':
        if (isModern) return respondWith(refuseMessage(unexpectedResponse, version, undefined));
        return serveLegacy(message, version, request);
      case 'malformed':
        return respondWith(refuseMessage(message.problem, version, message.id));
    }
  };

  /** Serves the messages in the session of their sender, if they have one. */
  function serveLegacy(sent: ReceivedMessages, version: string | undefined, http: HttpRequest): MaybePromise<Exchange> {
    const request = 'kind' in sent && sent.kind === 'request' ? sent : undefined;
    // A new `initialize` may still contain the id of an ended session.
    const hasSession = sessions !== undefined && request?.method !== 'initialize';
    return andThen(hasSession ? sessions.find(http) : 'none', (session) => {
      if (session === 'unknown') return respondWith(unknownSession(version, request?.id));
      const sender = { version, session: session === 'none' ? undefined : session, http };
      if (!('kind' in sent)) return legacy.batch(sent, sender);
      return sent.kind === 'request' ? legacy.request(sent, sender) : legacy.notification(sent, sender);
    });
  }
}

/** The content of a body: one message, or an undecoded batch. */
type ReceivedMessages = Exclude<DecodedMessage, { readonly kind: 'malformed' }> | readonly unknown[];

const unexpectedResponse = 'Unexpected response: the server sends no requests in this revision';
