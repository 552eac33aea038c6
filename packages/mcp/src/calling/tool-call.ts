import type { Call } from '@toolwire/core';
import type { MessageContext } from '../rpc/context.ts';
import type { RpcMessage } from '../rpc/message.ts';
import { ownCallId } from './call-id.ts';
import type { ReadCall } from './read-call.ts';

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
    traceId: traceIdOf(meta['traceparent']),
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

// W3C Trace Context: version, trace, span, flags.
const traceparent = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

function traceIdOf(sent: unknown): string | undefined {
  return typeof sent === 'string' ? traceparent.exec(sent)?.[1] : undefined;
}
