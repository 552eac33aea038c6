import type { Draft } from './draft.ts';

const checkKeywords = [
  'allOf',
  'anyOf',
  'const',
  'contentEncoding',
  'enum',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'maximum',
  'maxItems',
  'maxLength',
  'maxProperties',
  'minimum',
  'minItems',
  'minLength',
  'minProperties',
  'multipleOf',
  'not',
  'pattern',
  'uniqueItems',
];

/** Takes back what checks wrote, where a later step changes the value that they had checked: zod 3.25.76 and 4.6.7, valibot 1.5.0. */
export function removeChecked(draft: Draft, keywords: readonly string[] = checkKeywords): void {
  for (const keyword of keywords) {
    delete draft[keyword];
  }
  if (draft['type'] === 'integer') {
    draft['type'] = 'number';
  }
}
