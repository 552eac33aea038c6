import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MessageId } from '../src/message-id.ts';

function idOf(message: unknown, cut = 1): unknown {
  const id = new MessageId();
  const bytes = new TextEncoder().encode(typeof message === 'string' ? message : JSON.stringify(message));
  for (let start = 0; start < bytes.length; start += cut) id.add(bytes.subarray(start, start + cut));
  return id.take();
}

describe('the ID of a message', () => {
  it('is found before and after any other content, and across any chunks', () => {
    const id = fc.oneof(fc.string({ unit: 'binary', maxLength: 256 }), fc.maxSafeInteger());
    fc.assert(
      fc.property(id, fc.jsonValue(), fc.integer({ min: 1, max: 50 }), fc.boolean(), (known, params, cut, isFirst) => {
        const rest = { jsonrpc: '2.0', method: 'tools/call', params: { params, id: 'inner' } };
        expect(idOf(isFirst ? { id: known, ...rest } : { ...rest, id: known }, cut)).toBe(known);
        expect(idOf(JSON.stringify({ ...rest, id: known }, undefined, 2), cut)).toBe(known);
      }),
    );
  });

  it.each([
    ['a notification', '{"method":"a"}'],
    ['an answer, whose id is ours', '{"id":1,"result":{}}'],
    ['a list', '[{"id":1,"method":"a"}]'],
    ['an id inside', '{"method":"a","params":{"id":1}}'],
    ['a message without an end', '{"method":"a","id":1'],
    ['an id that is far too long', `{"method":"a","id":"${'x'.repeat(5000)}"}`],
    ['no JSON', 'id: 1, method: a'],
  ])('is nothing in %s', (_what, message) => {
    expect(idOf(message)).toBeUndefined();
  });

  it('is the last of several, and belongs only to its own message', () => {
    const id = new MessageId();
    id.add(new TextEncoder().encode('{"id":1,"method":"a","\\u0069d":2}'));
    expect(id.take()).toBe(2);
    expect(id.take()).toBeUndefined();
  });
});
