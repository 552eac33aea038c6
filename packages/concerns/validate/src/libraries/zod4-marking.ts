import type { Direction } from './standard-schema.ts';
import { unrepresentableMarkOf } from './unrepresentable-types.ts';
import { correctZod4, definitionOf, type Zod4Conversion } from './zod4-corrections.ts';

/** The Zod types that JSON can't represent. `correctZod4()` marks files. */
const unrepresentable: ReadonlySet<string> = new Set([
  'bigint',
  'custom',
  'date',
  'function',
  'map',
  'nan',
  'promise',
  'set',
  'symbol',
  'transform',
  'undefined',
  'void',
]);

/** The options for a lenient conversion that marks the types without a JSON form. */
export function zod4Marking(direction: Direction): Readonly<Record<string, unknown>> {
  const correct = correctZod4(direction);
  return {
    unrepresentable: 'any',
    override: (conversion: Zod4Conversion): void => {
      correct(conversion);
      const { type = '', values = [] } = definitionOf(conversion.zodSchema);
      const unsupported = unrepresentable.has(type)
        ? type
        : values.map((value) => typeof value).find((kind) => unrepresentable.has(kind));
      Object.assign(conversion.jsonSchema, unsupported !== undefined && unrepresentableMarkOf(unsupported));
    },
  };
}
