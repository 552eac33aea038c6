import { andThen } from '@toolwire/core';
import type { WireCodec, WireHeaders } from '@toolwire/core/wire';
import { checkNames, type NamesOf } from '@toolwire/internal';
import { checkAllowedNames } from './http/allowed-names.ts';
import { createGuard } from './http/guard.ts';
import { createProtectedResource } from './http/protected-resource.ts';
import { refusalResponse } from './http/refusal-response.ts';
import { createReadBody } from './http-serving.ts';
import { createParts } from './parts/parts.ts';
import { type McpAuthorization, type McpOptions, servingNames, servingSettings } from './settings/options.ts';

const optionNames: NamesOf<McpOptions> = {
  ...servingNames,
  path: true,
  allowedHosts: true,
  allowedOrigins: true,
  authorization: true,
  keepAliveMs: true,
};

const authorizationNames: NamesOf<McpAuthorization> = {
  resource: true,
  authorizationServers: true,
  scopesSupported: true,
};

/** The Model Context Protocol over HTTP: `POST /mcp`, for clients of 2026-07-28 and of the four revisions before. */
export function mcp(options: McpOptions = {}): WireCodec {
  checkNames('mcp()', options, optionNames);
  checkNames('authorization of mcp()', options.authorization, authorizationNames);
  const keepAliveMs = checkKeepAlive(options.keepAliveMs ?? 15_000);
  const path = checkPath(options.path ?? '/mcp');
  checkAllowedNames(options);
  const readBody = createReadBody(createParts(servingSettings(options)), keepAliveMs);
  const guard = createGuard(options);
  const resource = createProtectedResource(options.authorization);
  return {
    name: 'mcp',
    headers,
    routes: [
      {
        // MCP-HTTP-01, MCP-HTTP-06: one address, which takes POST; the server answers all other methods with 405.
        method: 'POST',
        path,
        op: 'any',
        pages: 'own',
        accept: (request) => {
          const response = guard(request);
          if (response !== undefined) return { op: 'answer', response };
          return andThen(request.json(), (body) => readBody(body, request));
        },
        refuse: (refusal) => refusalResponse(resource.challenge(refusal)),
      },
      ...resource.routes,
    ],
  };
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

// Timers hold no more than 31 bits, and with none at all streams would be closed by whoever thinks them dead.
function checkKeepAlive(ms: number): number {
  if (ms >= 1 && ms < 2 ** 31) return ms;
  throw new TypeError(`mcp: a keepAliveMs of ${ms} must be milliseconds from 1 to 2147483647.`);
}

function checkPath(path: string): string {
  if (/^(?:\/[A-Za-z0-9._~-]+)+$/.test(path)) return path;
  throw new TypeError(`mcp({ path: '${path}' }): a path starts with '/' and does not end with one, such as '/mcp'.`);
}
