import { andThen } from '@toolwire/core';
import { markRelease, type WireCodec, type WireHeaders, type WireRoute } from '@toolwire/core/wire';
import {
  checkNames,
  checkNumber,
  longestTimerMs,
  type NamesOf,
  type NumberRule,
  StartUpError,
} from '@toolwire/internal';
import { checkAllowedNames } from './http/allowed-names.ts';
import { createGuard } from './http/guard.ts';
import { createProtectedResource } from './http/protected-resource.ts';
import { refusalResponse } from './http/refusal-response.ts';
import { createReadBody } from './http-serving.ts';
import { createParts, type Parts } from './parts/parts.ts';
import { endSession } from './sessions/end-session.ts';
import { createSessions, type Sessions, sessionHeader } from './sessions/sessions.ts';
import { SubscribedSessions } from './sessions/subscribed-sessions.ts';
import { type McpAuthorization, type McpOptions, servingNames, servingSettings } from './settings/options.ts';
import { sessionSettings } from './settings/session-options.ts';

const optionNames: NamesOf<McpOptions> = {
  ...servingNames,
  path: true,
  allowedHosts: true,
  allowedOrigins: true,
  authorization: true,
  keepAliveMs: true,
  sessions: true,
};

const authorizationNames: NamesOf<McpAuthorization> = {
  resource: true,
  authorizationServers: true,
  scopesSupported: true,
  challenge: true,
};

/** The Model Context Protocol over HTTP: `POST /mcp`, for clients of 2026-07-28 and of the four revisions before. */
export function mcp(options: McpOptions = {}): WireCodec {
  checkNames('mcp()', options, optionNames);
  checkNames('authorization of mcp()', options.authorization, authorizationNames);
  const keepAliveMs = checkNumber('mcp: keepAliveMs', options.keepAliveMs ?? 15_000, keepAlive);
  const path = checkPath(options.path ?? '/mcp');
  checkAllowedNames(options);
  const resource = createProtectedResource(options.authorization);
  const parts = createParts(servingSettings(options), resource.challenges);
  const sessions = sessionsOf(options, parts);
  const readBody = createReadBody(parts, keepAliveMs, sessions);
  const guard = createGuard(options);
  const guarded =
    (accept: WireRoute['accept']): WireRoute['accept'] =>
    (request) => {
      const response = guard(request);
      return response === undefined ? accept(request) : { op: 'answer', response };
    };
  const endpoint: Pick<WireRoute, 'path' | 'op' | 'pages' | 'methods' | 'refuse'> = {
    path,
    op: 'any',
    pages: 'own',
    // ANS-07: clients probe with GET, and sign in where they are told to.
    methods: 'admitted',
    refuse: (refusal) => refusalResponse(resource.challenges.lead(refusal)),
  };
  return markRelease({
    name: 'mcp',
    headers: sessions === undefined ? headers : { ...headers, sends: [...(headers.sends ?? []), sessionHeader] },
    routes: [
      {
        ...endpoint,
        // MCP-HTTP-01, MCP-HTTP-06: one address, which takes POST; the server answers all other methods with 405.
        method: 'POST',
        accept: guarded((request) => andThen(request.json(), (body) => readBody(body, request))),
      },
      ...(sessions === undefined
        ? []
        : [{ ...endpoint, method: 'DELETE', accept: guarded(endSession(sessions)) } as const]),
      ...resource.routes,
    ],
  });
}

function sessionsOf({ sessions, stateSecret, logger }: McpOptions, parts: Parts): Sessions | undefined {
  const settings = sessionSettings(sessions, stateSecret);
  const updates = parts.offers.subscribing?.updates;
  const subscribers = updates && new SubscribedSessions(updates, parts.settings);
  const warn = (message: string): void => logger?.warn({}, message);
  return settings && createSessions(settings, { subscribers, report: parts.report, warn });
}

const headers: WireHeaders = {
  reads: [
    'baggage',
    'last-event-id',
    'mcp-method',
    'mcp-name',
    // A parameter that a tool wants to be seen by proxies.
    'mcp-param-*',
    'mcp-protocol-version',
    'mcp-session-id',
    'traceparent',
    'tracestate',
  ],
  sends: ['retry-after', 'www-authenticate'],
};

// Timers hold no more than 31 bits, and without one proxies would close streams that look dead.
const keepAlive: NumberRule = { unit: 'milliseconds', from: 1, to: longestTimerMs };

function checkPath(path: string): string {
  if (/^(?:\/[A-Za-z0-9._~-]+)+$/.test(path)) return path;
  throw new StartUpError(
    'TW_OPTION_PATH',
    `mcp({ path: '${path}' }): a path starts with '/' and does not end with one, such as '/mcp'.`,
  );
}
