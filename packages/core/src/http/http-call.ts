import type { Call } from '../call/call.ts';
import type { HttpRequest } from './http.ts';

/** The parts of a call that a protocol decodes from a body. The IDs are validated, and may be absent. */
interface DecodedParts extends Pick<Call, 'wire' | 'toolId' | 'input' | 'context'> {
  readonly callId: unknown;
  readonly traceId: unknown;
}

/** Creates the call of an HTTP request that is answered once. A call without an ID, or with an empty one, gets a new ID. */
export function callOfRequest(
  request: HttpRequest,
  { principal, isCallerKnown }: Pick<HttpRequest, 'principal' | 'isCallerKnown'>,
  { wire, toolId, callId, traceId, input, context }: DecodedParts,
): Call {
  const callerCallId = typeof callId === 'string' && callId !== '' ? callId : undefined;
  return {
    wire,
    toolId,
    callId: callerCallId ?? crypto.randomUUID(),
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
