import { markReleaseLine } from '@toolwire/core/internal';
import type { WireCodec, WireHeaders, WireRoute } from '@toolwire/core/wire';
import { callerOf } from './authenticate-engine.ts';
import { createCallRoute } from './call-route.ts';
import { encodeRefusal } from './encode-refusal.ts';
import { type ArcadeOptions, arcadePrefix } from './options.ts';
import { workerRoutes } from './worker-routes.ts';

/** Arcade: `POST /tools/execute`, and the routes of a worker below `/worker`. */
export function arcade(options: ArcadeOptions = {}): WireCodec {
  const prefix = arcadePrefix(options);
  const { execute = true, workerSecret } = options;
  const routes = [...(execute ? [executeRoute(prefix)] : []), ...workerRoutes(prefix, workerSecret)];
  return markReleaseLine({ name: 'arcade', headers, routes });
}

const headers: WireHeaders = {
  reads: ['baggage', 'traceparent', 'tracestate'],
  sends: [
    'call-may-have-run',
    'call-running',
    'deprecation',
    'idempotency-replayed',
    'link',
    'retry-after',
    'sunset',
    'www-authenticate',
  ],
};

function executeRoute(prefix: string): WireRoute {
  const call = createCallRoute('strict');
  return {
    method: 'POST',
    path: `${prefix}/tools/execute`,
    op: 'call',
    accept: (request) => call(request, callerOf(request)),
    refuse: (refusal) => encodeRefusal(refusal, 'strict'),
  };
}
