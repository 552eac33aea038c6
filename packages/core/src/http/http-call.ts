import type { Call } from '../call/call.ts';
import type { HttpRequest } from './http.ts';

/** The parts of a call that a protocol decodes from a body. The IDs may be absent, as `null` or `undefined`. */
interface DecodedParts extends Pick<Call, 'wire' | 'toolId' | 'input' | 'context'> {
  readonly callId: unknown;
  readonly traceId: unknown;
}

/** Creates the call of an HTTP request that is answered once. Its caller is the caller of the request, or the user for whom Arcade calls a worker. */
export function callOfRequest(
  request: HttpRequest,
  { principal, isCallerKnown }: Pick<HttpRequest, 'principal' | 'isCallerKnown'>,
  { wire, toolId, callId: decodedCallId, traceId, input, context }: DecodedParts,
): Call {
  const { callId, callerCallId } = callIdsOf(decodedCallId);
  return {
    wire,
    toolId,
    callId,
    callerCallId,
    traceId: typeof traceId === 'string' ? traceId : undefined,
    input,
    context,
    principal,
    isCallerKnown,
    lifetime: request,
    values: request.values,
    reportProgress: undefined,
    reportLog: undefined,
    ask: undefined,
    propagated: (field) => request.header(field),
    logger: undefined,
  };
}

/** The ID of a call, and the ID that its caller chose. A call without an ID, or with an empty one, gets a new ID (OTC-RESP-01). */
export function callIdsOf(callId: unknown): Pick<Call, 'callId' | 'callerCallId'> {
  const callerCallId = typeof callId === 'string' && callId !== '' ? callId : undefined;
  return { callId: callerCallId ?? crypto.randomUUID(), callerCallId };
}
