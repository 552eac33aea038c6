import type { KeywordDefinition } from 'ajv';
import { isMultipleOf } from '../keywords/multiple-of.ts';

/** ajv divides, and so says that 0.3 is no multiple of 0.1 (ajv-validator/ajv#652, seen in 8.20.0). */
export const multipleOf: KeywordDefinition = {
  keyword: 'multipleOf',
  type: 'number',
  validate: (divisor: number, value: number) => isMultipleOf(value, divisor),
};
