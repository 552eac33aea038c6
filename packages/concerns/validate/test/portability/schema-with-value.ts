import fc from 'fast-check';

/** A schema, and a valid value with only named members. */
export interface SchemaWithValue {
  readonly schema: Record<string, unknown>;
  readonly value: unknown;
}

const leaf: fc.Arbitrary<SchemaWithValue> = fc.oneof(
  fc.string({ maxLength: 4 }).map((value) => ({ schema: { type: 'string' }, value })),
  fc.integer({ min: -9, max: 9 }).map((value) => ({ schema: { type: 'integer', minimum: -9 }, value })),
  fc.boolean().map((value) => ({ schema: { type: 'boolean', description: 'A flag.' }, value })),
  fc.constantFrom('a', 'b', 3, true, null).map((value) => ({ schema: { const: value }, value })),
  fc
    .constantFrom('a', null, 1)
    .map((value) => ({ schema: { type: ['string', 'integer', 'null'], enum: ['a', null, 1] }, value })),
  fc.constantFrom('text', null).map((value) => ({ schema: { type: ['string', 'null'], minLength: 1 }, value })),
);

const names = ['kind', 'a', 'b', 'näme', '$top'];

/** A schema of an object whose members are made of `member`. */
function object(member: fc.Arbitrary<SchemaWithValue>): fc.Arbitrary<SchemaWithValue> {
  const entry = fc.record({ name: fc.constantFrom(...names), member, isRequired: fc.boolean(), isSent: fc.boolean() });
  return fc
    .record({ entries: fc.uniqueArray(entry, { selector: ({ name }) => name, maxLength: 4 }), isClosed: fc.boolean() })
    .map(({ entries, isClosed }) => ({
      schema: {
        type: 'object',
        properties: Object.fromEntries(entries.map(({ name, member: { schema } }) => [name, schema])),
        required: entries.filter(({ isRequired }) => isRequired).map(({ name }) => name),
        ...(isClosed && { additionalProperties: false }),
      },
      value: Object.fromEntries(
        entries
          .filter(({ isRequired, isSent }) => isRequired || isSent)
          .map(({ name, member: { value } }) => [name, value]),
      ),
    }));
}

function list(item: fc.Arbitrary<SchemaWithValue>): fc.Arbitrary<SchemaWithValue> {
  return fc
    .record({ items: fc.array(item, { minLength: 1, maxLength: 3 }), end: fc.constantFrom('closed', 'open', 'same') })
    .map(({ items, end }) => ({
      schema: {
        type: 'array',
        prefixItems: items.map(({ schema }) => schema),
        ...(end === 'closed' && { maxItems: items.length }),
        ...(end === 'same' && { unevaluatedItems: { type: 'string' } }),
      },
      value: [...items.map(({ value }) => value), ...(end === 'closed' ? [] : ['more'])],
    }));
}

function union(member: fc.Arbitrary<SchemaWithValue>): fc.Arbitrary<SchemaWithValue> {
  return fc
    .record({ members: fc.array(member, { minLength: 1, maxLength: 3 }), keyword: fc.constantFrom('anyOf', 'oneOf') })
    .map(({ members, keyword }) => ({
      schema: { [keyword]: members.map(({ schema }) => schema) },
      value: members[0]?.value,
    }));
}

const anyValue: fc.Arbitrary<SchemaWithValue> = fc.letrec<{ value: SchemaWithValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    object(tie('value')),
    list(tie('value')),
    union(tie('value')),
  ),
})).value;

/** Unions whose branches are distinguished by `kind`. */
const discriminated: fc.Arbitrary<SchemaWithValue> = fc
  .array(object(leaf), { minLength: 1, maxLength: 3 })
  .map((forms) => ({
    schema: {
      type: 'object',
      oneOf: forms.map(({ schema }, index) => ({
        ...schema,
        properties: { ...(schema['properties'] as object), kind: { const: `k${index}` } },
        required: [...new Set(['kind', ...(schema['required'] as string[])])],
      })),
    },
    value: { ...(forms[0]?.value as object), kind: 'k0' },
  }));

/** The schema of a tool's input, and an input. */
export const inputSchema: fc.Arbitrary<SchemaWithValue> = fc.oneof(
  object(anyValue),
  union(object(anyValue)),
  discriminated,
  fc.tuple(object(leaf), union(object(leaf))).map(([own, { schema, value }]) => ({
    schema: { ...schema, allOf: [{ ...own.schema, additionalProperties: true, required: [] }] },
    value,
  })),
);
