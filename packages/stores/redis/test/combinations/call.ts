import { type Call, noContextValues } from '@toolwire/core';

/** A call of one tool by one caller, as a wire would hand it in. */
export function callOf(fields: Partial<Call> = {}): Call {
  return {
    wire: 'test',
    toolId: 'Jobs.Long',
    callId: fields.callerCallId ?? 'one',
    callerCallId: undefined,
    traceId: undefined,
    input: {},
    context: { authorization: [], secrets: [] },
    principal: { id: 'ada' },
    isCallerKnown: true,
    lifetime: new AbortController(),
    values: noContextValues,
    ...fields,
  };
}
