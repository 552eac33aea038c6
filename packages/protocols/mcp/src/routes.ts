import { andThen } from '@toolwire/core';
import { markReleaseLine } from '@toolwire/core/internal';
import type { HttpRequest, WireCodec, WireRoute } from '@toolwire/core/wire';
import { checkNames, checkRoutePath, type NamesOf } from '@toolwire/internal';
import { createBodyDispatcher } from './body-dispatcher.ts';
import { readServingSettings, readSessionSettings } from './definitions/option-defaults.ts';
import { type McpOptions, servingNames } from './definitions/options.ts';
import { wireHeaders } from './http/headers.ts';
import { createOriginGuard } from './http/origin-guard.ts';
import { createProtectedResource } from './http/protected-resource.ts';
import { refusalResponse } from './http/responses.ts';
import { SubscribedSessions } from './http/session-subscriptions.ts';
import { createSessions, endSession, type Sessions } from './http/sessions.ts';
import { ListChanges } from './json-rpc/list-changes.ts';
import { createServerContext, type ServerContext } from './prompts-and-resources/server-context.ts';

const optionNames: NamesOf<McpOptions> = {
  ...servingNames,
  path: true,
  allowedOrigins: true,
  authorization: true,
  sessions: true,
};

/** The Model Context Protocol over HTTP at `POST /mcp`, for clients of 2026-07-28 and the four revisions before. */
export function mcp(options: McpOptions = {}): WireCodec {
  checkNames('mcp()', options, optionNames, { allowedHosts: 'toolwire()' });
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
