import { type Exchange, jsonResponse } from '@toolwire/core';

/** `GET /worker/health`: the number of tools is a text there (E70). */
export const workerHealth: Exchange = {
  op: 'serve',
  serve: (service) =>
    service.isHealthy()
      ? jsonResponse(200, { status: 'ok', tool_count: String(service.page(undefined).tools.length) })
      : jsonResponse(503, { status: 'unavailable' }),
};
