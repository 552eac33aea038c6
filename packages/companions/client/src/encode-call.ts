import type { CallContext } from './call-context.ts';
import { writeJson } from './write-json.ts';

/** All that a request says. */
export interface EncodableCall {
  readonly toolId: string;
  readonly callId: string;
  readonly traceId: string | undefined;
  readonly input: unknown;
  readonly context: CallContext;
}

/** Writes the body that cancels a call: whose it is, without its input. */
export function encodeCancel({
  toolId,
  callId,
  context,
}: Pick<EncodableCall, 'toolId' | 'callId' | 'context'>): string {
  const encoded = encodeContext(context);
  return JSON.stringify({
    request: { call_id: callId, tool_id: toolId, ...(Object.keys(encoded).length > 0 && { context: encoded }) },
  });
}

/** Writes the body of a call (OTC-REQ-01 to 07), with no member that is not in the text (OTC-REQ-08). Throws what JSON cannot carry. */
export function encodeCall({ toolId, callId, traceId, input, context }: EncodableCall): string {
  const encoded = encodeContext(context);
  const ids = JSON.stringify({
    call_id: callId,
    ...(traceId !== undefined && { trace_id: traceId }),
    tool_id: toolId,
  });
  const written = writeJson(input);
  const members = [
    ids.slice(1, -1),
    // E06: always some input, and null is none.
    `"input":${written === 'null' ? '{}' : written}`,
    ...(Object.keys(encoded).length > 0 ? [`"context":${JSON.stringify(encoded)}`] : []),
  ];
  return `{"$schema":"otc://1.0","request":{${members.join(',')}}}`;
}

function encodeContext({ authorization = [], secrets = [], userId }: CallContext): object {
  return {
    ...(authorization.length > 0 && { authorization: authorization.map(({ id, token }) => ({ id, token })) }),
    ...(secrets.length > 0 && { secrets: secrets.map(({ id, value }) => ({ id, value })) }),
    ...(userId !== undefined && { user_id: userId }),
  };
}
