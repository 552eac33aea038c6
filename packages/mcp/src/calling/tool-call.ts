import type { Call } from '@toolwire/core';
import type { MessageContext } from '../rpc/context.ts';
import type { RpcMessage } from '../rpc/message.ts';
import { ownCallId } from './call-id.ts';
import type { ReadCall } from './read-call.ts';
import { traceIdOf } from './trace-context.ts';

/** What a call may tell its caller, or ask, while it runs. */
export type CallLine = Pick<Call, 'ask' | 'reportProgress' | 'reportLog'>;

/** Makes the call that the engine runs. */
export function createCall(message: RpcMessage, context: MessageContext, read: ReadCall, line: CallLine): Call {
  const { meta } = message;
  const ownId = ownCallId(message);
  const { principal } = context;
  return {
    wire: 'mcp',
    toolId: read.toolId,
    callId: ownId ?? crypto.randomUUID(),
    idempotencyKey: ownId,
    traceId: traceIdOf(meta),
    input: read.input,
    context: principal === undefined ? emptyContext : { ...emptyContext, userId: principal.id },
    principal,
    lifetime: context.lifetime,
    values: context.values,
    reportProgress: line.reportProgress,
    reportLog: line.reportLog,
    ask: line.ask,
    propagated: (field) => {
      const inMessage = meta[field];
      return typeof inMessage === 'string' ? inMessage : context.header?.(field);
    },
    logger: undefined,
  };
}

const emptyContext: Call['context'] = { authorization: [], secrets: [] };
