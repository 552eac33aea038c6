import { fieldOf, schemasIn } from '@toolwire/internal/json-schema';
import { isObject, type JsonSchema, listOf } from '../json-schema/json.ts';
import { SchemaError } from '../json-schema/schema-error.ts';
import { subjectAt } from './reference-targets.ts';

/** The keywords that must not apply to the same value as an unevaluated keyword, because ajv 8.20.0 deviates from JSON Schema. */
interface Rule {
  readonly keyword: string;
  /** ajv ignores what an `if` evaluates, and treats all items as evaluated next to `contains`. It does so everywhere. */
  readonly forbidden: readonly string[];
  /**
   * ajv handles these correctly where they always apply. In a branch, ajv throws or counts the items and properties that they
   * evaluate, even if only another branch matches.
   */
  readonly forbiddenInBranch: readonly string[];
}

const rules: readonly Rule[] = [
  {
    keyword: 'unevaluatedItems',
    forbidden: ['contains', 'if'],
    forbiddenInBranch: ['items', 'unevaluatedItems'],
  },
  {
    keyword: 'unevaluatedProperties',
    forbidden: ['if'],
    forbiddenInBranch: ['additionalProperties', 'unevaluatedProperties'],
  },
];

/** Rejects `unevaluatedItems` and `unevaluatedProperties` next to keywords with which validators handle them differently. */
export function rejectAmbiguousUnevaluated(root: JsonSchema): void {
  for (const { schema, path } of schemasIn(root)) {
    for (const rule of rules) {
      const conflict = Object.hasOwn(schema, rule.keyword) ? conflictOf(schema, rule) : undefined;
      if (conflict !== undefined) {
        throw new SchemaError(
          'TW_SCHEMA_UNEVALUATED',
          `${subjectAt(path)} has both '${rule.keyword}' and ${conflict}. Validators handle this combination differently. Describe the value without '${rule.keyword}'.`,
          fieldOf(path),
        );
      }
    }
  }
}

/** Describes the first keyword that must not apply to the same value. */
function conflictOf(schema: JsonSchema, { forbidden, forbiddenInBranch }: Rule): string | undefined {
  const { always, branches } = schemasOfSameValue(schema);
  const forbiddenIn = (schemas: readonly JsonSchema[]): string | undefined =>
    forbidden.find((name) => schemas.some((other) => Object.hasOwn(other, name)));
  const conflict = forbiddenIn(always);
  if (conflict !== undefined) return `'${conflict}'`;
  const ofBranch =
    forbiddenIn(branches) ??
    branches
      .map((branch) => forbiddenInBranch.find((name) => allowsMore(branch[name])))
      .find((name) => name !== undefined);
  return ofBranch && `a branch with '${ofBranch}'`;
}

const allowsMore = (schema: unknown): boolean => schema !== undefined && schema !== false;

interface SchemasOfSameValue {
  readonly always: readonly JsonSchema[];
  readonly branches: readonly JsonSchema[];
}

/** The schemas that always apply to the same value, and the conditional ones. */
function schemasOfSameValue(schema: JsonSchema): SchemasOfSameValue {
  const joined = listOf(schema['allOf']).filter(isObject).map(schemasOfSameValue);
  const { dependentSchemas } = schema;
  const possible = [
    ...['anyOf', 'oneOf'].flatMap((keyword) => listOf(schema[keyword])),
    ...(isObject(dependentSchemas) ? Object.values(dependentSchemas) : []),
  ];
  const inside = possible.filter(isObject).map(schemasOfSameValue);
  return {
    always: [schema, ...joined.flatMap(({ always }) => always)],
    branches: [
      ...joined.flatMap(({ branches }) => branches),
      ...inside.flatMap(({ always, branches }) => [...always, ...branches]),
    ],
  };
}
