import { maxIdLength, toHex } from '@toolwire/internal';
import type { CallContext } from '../calls/call-context.ts';

/** The contents of a request body. */
interface EncodableCall {
  readonly toolId: string;
  readonly callId: string;
  readonly traceId: string | undefined;
  readonly input: unknown;
  readonly context: CallContext;
}

/** Returns the body that cancels a call, with its context but without its input. */
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

/** Returns the body of a call (OTC-REQ-01 to 07) without other fields (OTC-REQ-08). Throws if JSON cannot represent the input. */
export function encodeCall({ toolId, callId, traceId, input, context }: EncodableCall): string {
  const encoded = encodeContext(context);
  const ids = JSON.stringify({
    call_id: callId,
    ...(traceId !== undefined && { trace_id: traceId }),
    tool_id: toolId,
  });
  const inputJson = writeJson(input);
  const members = [
    ids.slice(1, -1),
    // The input is always present, and null counts as empty (E06).
    `"input":${inputJson === 'null' ? '{}' : inputJson}`,
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

/** Returns the given call ID, or a new one (E36). */
export function callIdOf(callId: unknown): string {
  if (callId === undefined || callId === null || callId === '') return createCallId();
  if (typeof callId !== 'string') {
    throw new TypeError(`callId must be a string, got ${typeof callId}. Omit it to get a random ID.`);
  }
  if (callId.length <= maxIdLength) return callId;
  throw new RangeError(`callId has ${callId.length} characters. Servers accept at most ${maxIdLength}.`);
}

/** Returns a random UUID without `crypto.randomUUID`, which pages without HTTPS don't have. */
function createCallId(): string {
  const text = toHex(crypto.getRandomValues(new Uint8Array(16)).map(withVersion));
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
}

// Version 4, variant 10 (RFC 9562, 5.4).
function withVersion(byte: number, index: number): number {
  if (index === 6) return (byte & 0x0f) | 0x40;
  return index === 8 ? (byte & 0x3f) | 0x80 : byte;
}

/** Returns JSON, and throws if JSON would lose a value, such as NaN. */
function writeJson(value: unknown): string {
  const text = JSON.stringify(value, refuseNonFinite) as string | undefined;
  if (text === undefined) throw new TypeError('JSON cannot represent this value.');
  return text;
}

/** Returns the names of the properties that JSON cannot represent. */
export function unserializableMembers(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).filter((name) => {
    try {
      // An undefined property is omitted.
      JSON.stringify(Reflect.get(value, name), refuseNonFinite);
      return false;
    } catch {
      return true;
    }
  });
}

function refuseNonFinite(_name: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError('JSON cannot represent this number.');
  return value;
}
