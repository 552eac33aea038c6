import { andThen } from '@toolwire/core';
import { type Exchange, jsonResponse } from '@toolwire/core/wire';

/** `GET /worker/health`: the number of tools is a text there (E70). */
export const workerHealth: Exchange = {
  op: 'serve',
  serve: (service) =>
    andThen(service.isHealthy(), (healthy) =>
      healthy
        ? jsonResponse(200, { status: 'ok', tool_count: String(service.countTools()) })
        : jsonResponse(503, { status: 'unavailable' }),
    ),
};
