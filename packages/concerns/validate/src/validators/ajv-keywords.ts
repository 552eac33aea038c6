import { isMultipleOf, someSchema } from '@toolwire/internal/json-schema';
import type { Ajv, CodeKeywordDefinition, KeywordDefinition } from 'ajv';
import { canonical, hasDuplicates, type JsonSchema } from '../json-schema/json.ts';

/** ajv calls `toString` and `valueOf` of the value to compare, which a caller can send (ajv-validator/ajv#2624, seen in 8.20.0). */
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

/** ajv divides floats, so 0.3 is not a multiple of 0.1 (ajv-validator/ajv#652, seen in 8.20.0). */
export const multipleOf: KeywordDefinition = {
  keyword: 'multipleOf',
  type: 'number',
  validate: (divisor: number, value: number) => isMultipleOf(value, divisor),
};

/** ajv compares each pair of items (ajv-validator/ajv#608, seen in 8.20.0). */
export const uniqueItems: KeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  validate: (on: boolean, items: unknown[]) => !on || !hasDuplicates(items),
};

/**
 * Makes `contains` right for empty lists. After `prefixItems`, ajv skips it for an empty list, and without limits it uses the result of
 * an earlier list for it (seen in 8.20.0). With a minimum between 0 and 1, ajv counts the matches from 0 for each list, and stops at the first.
 */
export function correctContains(compiler: Ajv): void {
  const contains = compiler.getKeyword('contains') as CodeKeywordDefinition;
  compiler.removeKeyword('contains').addKeyword({
    ...contains,
    before: 'prefixItems',
    code: (context, type) => {
      const { minContains = 1, maxContains } = context.parentSchema;
      if (minContains === 1 && maxContains === undefined) {
        Object.assign(context, { parentSchema: { ...context.parentSchema, minContains: 0.5 } });
      }
      contains.code(context, type);
    },
  });
}

/** Whether a schema uses unevaluated keywords. ajv's tracking fails on some schemas that don't use them (seen in 8.20.0). */
export function usesUnevaluated(schema: JsonSchema): boolean {
  return someSchema(schema, (subschema) => 'unevaluatedItems' in subschema || 'unevaluatedProperties' in subschema);
}
