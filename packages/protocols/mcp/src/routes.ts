import { andThen, type MaybePromise } from '@toolwire/core';
import { markReleaseLine } from '@toolwire/core/internal';
import type { Exchange, HttpRequest, JsonBody, WireCodec, WireRoute } from '@toolwire/core/wire';
import { checkNames, checkRoutePath, type NamesOf } from '@toolwire/internal';
import { readServingSettings, readSessionSettings } from './definitions/option-defaults.ts';
import { type McpAuthorization, type McpOptions, servingNames } from './definitions/options.ts';
import { versionOf, wireHeaders } from './http/headers.ts';
import { createOriginGuard } from './http/origin-guard.ts';
import { createProtectedResource } from './http/protected-resource.ts';
import {
  accepted,
  refusalResponse,
  refuseMessage,
  refuseVersion,
  respondWith,
  unreadableBody,
} from './http/responses.ts';
import type { ClientMessage } from './http/session.ts';
import { SubscribedSessions } from './http/session-subscriptions.ts';
import { createSessions, endSession, type Sessions, unknownSession } from './http/sessions.ts';
import { ListChanges } from './json-rpc/list-changes.ts';
import { type DecodedMessage, declaresVersion, decodeMessage } from './json-rpc/message.ts';
import { modernRevision } from './json-rpc/revisions.ts';
import { noBatches } from './legacy/batch.ts';
import { createLegacyHttp, type LegacySender } from './legacy/http.ts';
import { createModernHttp } from './modern/http.ts';
import { createServerContext, type ServerContext } from './prompts-and-resources/server-context.ts';

const optionNames: NamesOf<McpOptions> = {
  ...servingNames,
  path: true,
  allowedOrigins: true,
  authorization: true,
  sessions: true,
};

const authorizationNames: NamesOf<McpAuthorization> = {
  resource: true,
  authorizationServers: true,
  scopesSupported: true,
  challenge: true,
};

/** The Model Context Protocol over HTTP at `POST /mcp`, for clients of 2026-07-28 and the four revisions before. */
export function mcp(options: McpOptions = {}): WireCodec {
  checkNames('mcp()', options, optionNames, { allowedHosts: 'toolwire()' });
  checkNames('authorization of mcp()', options.authorization, authorizationNames);
  const path = checkRoutePath('path of mcp()', options.path ?? '/mcp', '/mcp');
  const guard = createOriginGuard(options);
  const resource = createProtectedResource(options.authorization);
  const server = createServerContext(readServingSettings(options, 'mcp()'), resource.challenges);
  const sessions = sessionsOf(options, server);
  const dispatchBody = createBodyDispatcher(server, sessions);
  const endpoint: Pick<WireRoute, 'path' | 'op' | 'pages' | 'methods' | 'refuse'> = {
    path,
    op: 'any',
    pages: 'own',
    // Clients probe with GET, and sign in if the response is a challenge. ANS-07
    methods: 'admitted',
    refuse: (refusal) => refusalResponse(resource.challenges.addChallenge(refusal)),
  };
  return markReleaseLine({
    name: 'mcp',
    headers: wireHeaders(sessions !== undefined),
    routes: [
      {
        ...endpoint,
        // One path that accepts POST. MCP-HTTP-01
        method: 'POST',
        accept: (request) => guard(request) ?? andThen(request.json(), (body) => dispatchBody(body, request)),
      },
      ...(sessions === undefined
        ? []
        : [
            {
              ...endpoint,
              method: 'DELETE',
              accept: (request: HttpRequest) => guard(request) ?? endSession(sessions, request),
            } as const,
          ]),
      ...resource.routes,
    ],
  });
}

function sessionsOf({ sessions }: McpOptions, { settings, signer, report }: ServerContext): Sessions | undefined {
  const sessionSettings = readSessionSettings(sessions);
  if (sessionSettings === undefined) return undefined;
  const { updates, maxListeners, stateSecrets, logger } = settings;
  return createSessions(sessionSettings, {
    signer,
    subscribers: updates && new SubscribedSessions(updates, maxListeners),
    listChanges: new ListChanges(updates),
    report,
    warnOfUnsigned: () => {
      if (stateSecrets.length === 0) logger?.warn({}, unsignedSessionWarning);
    },
  });
}

const unsignedSessionWarning =
  'A client sent a session ID that this process did not sign for its caller. Sessions end with their process, and other processes cannot read them. Set the same mcp({ stateSecret }) in all processes, or turn sessions off with mcp({ sessions: false }).';

type DispatchBody = (body: JsonBody, request: HttpRequest) => MaybePromise<Exchange>;

/** Creates the function that decodes bodies and dispatches their messages to the protocol versions before and since 2026-07-28. */
function createBodyDispatcher(server: ServerContext, sessions: Sessions | undefined): DispatchBody {
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
      return sent.kind === 'request' ? legacy.request(sent, sender) : receive(sent, sender);
    });
  }
}

/** The content of a body: one message, or an undecoded batch. */
type ReceivedMessages = Exclude<DecodedMessage, { readonly kind: 'malformed' }> | readonly unknown[];

const unexpectedResponse = 'Unexpected response: the server sends no requests in this revision';

/** Handles a message that expects no response. Refused if its version is unsupported. */
function receive(message: ClientMessage, { version, session }: LegacySender): MaybePromise<Exchange> {
  const refused = refuseVersion(version);
  if (refused !== undefined) return respondWith(refused);
  return andThen(session?.receive(message), () => respondWith(accepted));
}
