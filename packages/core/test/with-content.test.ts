import { describe, expect, test } from 'vitest';
import { content, image, withContent } from '../src/index.ts';
import { isWithContent } from '../src/internal.ts';

describe('withContent', () => {
  test('has a value, and blocks as in content()', () => {
    const picture = image('aGk=', 'image/png');
    const result = withContent({ sum: 3 }, 'The sum is 3.', picture);
    expect(result).toEqual({ value: { sum: 3 }, ...content('The sum is 3.', picture) });
    expect(isWithContent(result)).toBe(true);
  });

  test.each([
    [null],
    ['text'],
    [{ value: 1, content: [] }],
    [structuredClone(withContent(1, 'one'))],
    [
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('unreadable');
          },
        },
      ),
    ],
  ])('is recognized by its mark only, not by its fields: %#', (value) => {
    expect(isWithContent(value)).toBe(false);
  });
});
