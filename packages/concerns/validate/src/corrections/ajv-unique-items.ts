import type { KeywordDefinition } from 'ajv';
import { hasDuplicates } from '../keywords/equality.ts';

/** ajv compares every item with every other one (ajv-validator/ajv#608, seen in 8.20.0). */
export const uniqueItems: KeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  validate: (on: boolean, items: unknown[]) => !on || !hasDuplicates(items),
};
