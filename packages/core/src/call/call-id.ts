import type { Call } from './call.ts';

/** The ID of a call, and the ID that its caller chose. A call without an ID, or with an empty one, gets a new ID (OTC-RESP-01). */
export function callIdsOf(callId: unknown): Pick<Call, 'callId' | 'callerCallId'> {
  const callerCallId = typeof callId === 'string' && callId !== '' ? callId : undefined;
  return { callId: callerCallId ?? crypto.randomUUID(), callerCallId };
}
