import { describe, expect, test } from 'vitest';
import { EventReader } from '../src/page/event-reader.ts';

describe('Events of a response that arrives in chunks', () => {
  test('an event is parsed at the empty line after it', () => {
    const events = new EventReader();
    const pieces = [': comment\n\n', 'id: 1\nda', 'ta: {"a":\r\ndata: 1}\r\n', '\r\ndata: 2\n\ndata: no JSON\n\n'];
    expect(pieces.map((piece) => events.read(piece))).toEqual([[], [], [], [{ a: 1 }, 2]]);
  });

  test('an event of eight million characters in 16,000 chunks takes time in proportion to its length', {
    timeout: 20_000,
  }, () => {
    const events = new EventReader();
    const chunk = 'x'.repeat(500);
    events.read('data: "');
    for (let index = 0; index < 16_000; index += 1) events.read(chunk);
    expect(events.read('"\n\n')).toEqual([chunk.repeat(16_000)]);
  });
});
