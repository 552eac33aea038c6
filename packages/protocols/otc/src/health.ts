import { type Exchange, type HttpResponse, jsonResponse, type WireRoute } from '@toolwire/core/wire';
import type { OtcSettings } from './options.ts';

/** `GET /health` (OTC-HLTH-01), without credentials (OTC-HLTH-02). `server-health.ts` of `@toolwire/server` decides whether it is healthy. */
export function healthRoute({ prefix }: OtcSettings, refuse: WireRoute['refuse']): WireRoute {
  return { method: 'GET', path: `${prefix}/health`, op: 'health', admission: 'own', accept: () => health, refuse };
}

// One object for all requests.
const health: Exchange = { op: 'health', reply: encodeHealth };

/**
 * 200 while the server is healthy, and 503 with the reason otherwise, for example during a shutdown. The standard leaves the
 * body open (OTC-HLTH-02, OTC-HLTH-03, OTC-HLTH-04, E70).
 */
function encodeHealth(healthy: boolean, reason: string | undefined): HttpResponse {
  return healthy ? jsonResponse(200, { status: 'ok' }) : jsonResponse(503, { status: 'unavailable', reason });
}
