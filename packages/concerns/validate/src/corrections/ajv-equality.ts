import type { KeywordDefinition } from 'ajv';
import { canonical } from '../keywords/equality.ts';

/** ajv compares by calling `toString` and `valueOf` of the value, which a caller can send (ajv-validator/ajv#2624, seen in 8.20.0). */
export const equality: readonly KeywordDefinition[] = [
  { keyword: 'enum', compile: (choices: readonly unknown[]) => isOneOf(choices) },
  { keyword: 'const', compile: (choice: unknown) => isOneOf([choice]) },
];

function isOneOf(choices: readonly unknown[]): (value: unknown) => boolean {
  const scalars = new Set(choices.filter((choice) => !isNested(choice)));
  const nested = new Set(choices.filter(isNested).map(canonical));
  return (value) => (isNested(value) ? nested.size > 0 && nested.has(canonical(value)) : scalars.has(value));
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
