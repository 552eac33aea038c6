import { Buffer } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { audio, content, image } from '../src/index.ts';
import { isContent } from '../src/internal.ts';

describe('content', () => {
  test('consists of blocks, and of strings for short', () => {
    expect(content('Look:', image('aGk=', 'image/png'), audio('aGk=', 'audio/wav'))).toEqual({
      content: [
        { type: 'text', text: 'Look:' },
        { type: 'image', data: 'aGk=', mimeType: 'image/png' },
        { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
      ],
    });
  });

  test('encodes bytes of any length as base64', () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 31) % 256);
    expect(image(bytes, 'image/png')).toMatchObject({ data: Buffer.from(bytes).toString('base64') });
  });

  test.each([
    [{ content: [] }],
    [{ content: [{ type: 'text', text: '' }] }],
    [{ content: [{ type: 'resource', resource: { uri: 'a:b', text: 'x' } }] }],
    [{ content: [{ type: 'resource', resource: { uri: 'a:b', blob: 'aGk=' } }] }],
    [{ content: [{ type: 'resource_link', uri: 'a:b', name: 'b', size: 1 }] }],
  ])('is %j', (value) => {
    expect(isContent(value)).toBe(true);
  });

  test.each([
    [null],
    ['content'],
    [[]],
    [{}],
    [{ content: 'text' }],
    [{ content: [], more: 1 }],
    [{ content: ['text'] }],
    [{ content: [null] }],
    [{ content: [{ type: 'text' }] }],
    [{ content: [{ type: 'constructor' }] }],
    [{ content: [{ type: 'image', data: 1, mimeType: 'image/png' }] }],
    [{ content: [{ type: 'resource', resource: { uri: 'a:b' } }] }],
    [{ content: [{ type: 'resource', resource: null }] }],
  ])('is not %j', (value) => {
    expect(isContent(value)).toBe(false);
  });
});
