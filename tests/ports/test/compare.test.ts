import { describe, expect, test } from 'vitest';
import { compare, type Difference } from '../src/difference.ts';

const original = new Map([['ping()', { text: 'Pong', isError: false }]]);
const shorter: Difference = {
  servers: ['memory'],
  what: 'the text of ping',
  original: 'Pong',
  port: 'pong',
  why: 'shorter',
  equalize: ({ text, ...rest }) => ({ ...rest, text: String(text).toLowerCase() }),
};

describe('two transcripts', () => {
  test('are equal if their answers are', () => {
    expect(compare(original, original, [])).toEqual({ undescribed: [], unused: [] });
  });

  test('are equal except for a named difference', () => {
    const port = new Map([['ping()', { text: 'pong', isError: false }]]);
    expect(compare(original, port, [shorter])).toEqual({ undescribed: [], unused: [] });
    expect(compare(original, port, []).undescribed).toMatchObject([{ request: 'ping()' }]);
  });

  test('differ if an answer has another difference, too', () => {
    const port = new Map([['ping()', { text: 'pong', isError: true }]]);
    expect(compare(original, port, [shorter])).toMatchObject({ undescribed: [{ request: 'ping()' }] });
  });

  test('differ if one lacks a request', () => {
    expect(compare(original, new Map(), [shorter])).toMatchObject({ undescribed: [{ request: 'ping()' }] });
  });

  test('show a named difference that no answer has', () => {
    expect(compare(original, original, [shorter])).toEqual({ undescribed: [], unused: ['the text of ping'] });
  });
});
