import { type Call, noContextValues } from '@toolwire/core';

/** A decoded call of one tool by one caller. */
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
