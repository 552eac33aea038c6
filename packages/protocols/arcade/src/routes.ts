import { markReleaseLine } from '@toolwire/core/internal';
import type { WireCodec, WireHeaders, WireRoute } from '@toolwire/core/wire';
import { createCallRoute } from './call-route.ts';
import { encodeRefusal } from './encode-refusal.ts';
import { createListing } from './listing.ts';
import { type ArcadeOptions, type ArcadeSettings, arcadeSettings } from './options.ts';
import { callerOf } from './worker-auth.ts';
import { workerRoutes } from './worker-routes.ts';

/** Arcade: `POST /tools/execute`, and the routes of a worker below `/worker`. */
export function arcade(options: ArcadeOptions = {}): WireCodec {
  const settings = arcadeSettings(options);
  const { executePath, workerPath } = settings;
  const execute = executePath === undefined ? [] : [executeRoute(executePath, settings)];
  const worker = workerPath === undefined ? [] : workerRoutes(workerPath, settings, options);
  return markReleaseLine({ name: 'arcade', headers, routes: [...execute, ...worker] });
}

const headers: WireHeaders = {
  reads: ['baggage', 'traceparent', 'tracestate'],
  sends: ['deprecation', 'idempotency-replayed', 'link', 'retry-after', 'sunset', 'www-authenticate'],
};

function executeRoute(path: string, settings: ArcadeSettings): WireRoute {
  const call = createCallRoute(settings, createListing(), 'execute');
  return {
    method: 'POST',
    path,
    op: 'call',
    accept: (request) => call(request, { ok: true, caller: callerOf(request) }),
    refuse: (refusal) => encodeRefusal(refusal, 'execute'),
  };
}
