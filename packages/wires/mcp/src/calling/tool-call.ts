import type { Call } from '@toolwire/core';
import type { MessageContext } from '../rpc/context.ts';
import type { Fields } from '../rpc/json-shape.ts';
import type { RpcMessage } from '../rpc/message.ts';
import { ownCallId } from './call-id.ts';
import type { ReadCall } from './read-call.ts';
import { traceContextOf, traceIdOf } from './trace-context.ts';

/** What a call may tell its caller, or ask, while it runs. */
export type CallLine = Pick<Call, 'ask' | 'hasAnswers' | 'reportProgress' | 'reportLog'>;

/** Makes the call that the engine runs. */
export function createCall(message: RpcMessage, context: MessageContext, read: ReadCall, line: CallLine): Call {
  const { meta } = message;
  const ownId = ownCallId(message);
  const { principal, isCallerKnown } = context;
  const call: Call = {
    wire: 'mcp',
    toolId: read.toolId,
    // The engine hears of unknown names too, for whoever counts and audits calls.
    found: read.listed === undefined ? null : read.listed.tool,
    callId: ownId ?? crypto.randomUUID(),
    idempotencyKey: ownId,
    traceId: traceIdOf(meta),
    input: read.input,
    context: principal === undefined ? emptyContext : { ...emptyContext, userId: principal.id },
    principal,
    isCallerKnown,
    lifetime: context.lifetime,
    values: context.values,
    reportProgress: line.reportProgress,
    reportLog: line.reportLog,
    ask: line.ask,
    propagated: propagatedBy(traceContextOf(meta), context.header),
    logger: undefined,
  };
  // Next to no call has them.
  return line.hasAnswers === true ? { ...call, hasAnswers: true } : call;
}

// By itself, so that of the message nothing else is held for as long as the tool runs.
function propagatedBy(sent: Fields, header: MessageContext['header']): NonNullable<Call['propagated']> {
  return (field) => {
    const inMessage = sent[field];
    return typeof inMessage === 'string' ? inMessage : header?.(field);
  };
}

const emptyContext: Call['context'] = { authorization: [], secrets: [] };
