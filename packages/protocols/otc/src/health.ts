import { type Exchange, jsonResponse } from '@toolwire/core/wire';

/** The response to `GET /health`. The standard leaves the body open (OTC-HLTH-01, OTC-HLTH-02, OTC-HLTH-03, OTC-HLTH-04). */
export const healthExchange: Exchange = {
  op: 'health',
  reply: (healthy, reason) =>
    healthy ? jsonResponse(200, { status: 'ok' }) : jsonResponse(503, { status: 'unavailable', reason }),
};
