import { andThen } from '@toolwire/core';
import type { HttpRequest, HttpResponse, WireRoute } from '@toolwire/core/wire';
import { trimmed } from '../http/header-value.ts';
import { refuseVersion } from '../http/unknown-version.ts';
import { unknownSession, unnamedSession } from './refuse-session.ts';
import type { FoundSession, Sessions } from './sessions.ts';

/** `DELETE`: ends a session, and what of it goes on in this process. */
export function endSession(sessions: Sessions): WireRoute['accept'] {
  return (request) => andThen(sessions.find(request), (found) => ({ op: 'answer', response: end(found, request) }));
}

function end(found: FoundSession, request: HttpRequest): HttpResponse {
  const header = request.header('mcp-protocol-version');
  const version = header && trimmed(header);
  const refused = refuseVersion(version);
  if (refused !== undefined) return refused;
  if (found === 'none') return unnamedSession(version);
  if (found === 'unknown') return unknownSession(version);
  found.end();
  return { status: 204, headers: { 'cache-control': 'no-store' } };
}
