import { expect, test } from 'vitest';
import type { Operation } from '../src/reader/document-model.ts';
import { descriptionOf } from '../src/tools/tool-of-operation.ts';

const described = (description: string) => ({ extension: {}, description, method: 'get', path: '/' }) as Operation;
const pages = ' One call reads up to 5 pages.';

test('a long description is truncated before the note about pages, and fits what OpenAI accepts', () => {
  const text = descriptionOf(described('x'.repeat(1_100)), pages);
  expect(text).toMatch(/x… One call reads up to 5 pages\.$/);
  expect(text.length).toBeLessThanOrEqual(1_024);
  expect(descriptionOf(described('Lists orders.'), pages)).toBe('Lists orders. One call reads up to 5 pages.');
});

test('a truncated description ends with a whole character', () => {
  expect(descriptionOf(described(`${'x'.repeat(999)}😀 and more`))).toBe(`${'x'.repeat(999)}…`);
});
