import fc from 'fast-check';

type JsonSchema = boolean | { readonly [keyword: string]: unknown };

const names = ['a', 'b', 'x1'];
const values: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>('a', 'ab', '', 0, 1, 2, 3, 0.5, true, false, null),
  fc.record({ a: fc.constantFrom(0, 1, 'a') }),
  fc.array(fc.constantFrom(0, 1, 'a'), { maxLength: 2 }),
);
const few = fc.integer({ min: 0, max: 3 });

const lengths = {
  type: fc.constantFrom('array', ['array', 'null']),
  minItems: few,
  maxItems: few,
};
// Next to `prefixItems`, Ajv looks for duplicates only among items of the type of `items`.
const repetitions = { uniqueItems: fc.boolean() };
const contained = fc.constantFrom<JsonSchema>({ type: 'string' }, { const: 1 }, { minimum: 2 });

/** Schemas small enough that two of them have something to do with each other. */
export const schemas: fc.Arbitrary<JsonSchema> = fc
  .letrec<{ schema: JsonSchema; object: JsonSchema; list: JsonSchema; scalar: JsonSchema; choice: JsonSchema }>(
    (tie) => ({
      schema: fc.oneof({ maxDepth: 3, depthSize: 'small' }, tie('scalar'), tie('object'), tie('list'), tie('choice')),
      scalar: fc.oneof(
        fc.constantFrom<JsonSchema>(true, false, {}, { $ref: '#/$defs/leaf' }, { $ref: '#/$defs/node' }),
        fc.record({ type: types() }, { requiredKeys: [] }),
        fc.record({ const: values }),
        fc.record({ enum: fc.array(values, { minLength: 1, maxLength: 3 }) }),
        fc.record(
          {
            type: fc.constantFrom('number', 'integer', ['number', 'null']),
            minimum: few,
            maximum: few,
            exclusiveMinimum: few,
            exclusiveMaximum: few,
            multipleOf: fc.constantFrom(1, 2, 3, 0.5),
          },
          { requiredKeys: ['type'] },
        ),
        fc.record(
          { type: fc.constant('string'), minLength: few, maxLength: few, pattern: fc.constantFrom('^a', 'b$', 'x') },
          { requiredKeys: [] },
        ),
      ),
      object: fc.record(
        {
          type: fc.constantFrom('object', ['object', 'string']),
          properties: fc.dictionary(fc.constantFrom(...names), tie('schema'), { maxKeys: 3 }),
          required: fc.subarray(names),
          additionalProperties: fc.oneof(fc.constant<JsonSchema>(false), tie('scalar')),
          patternProperties: fc.dictionary(fc.constantFrom('^x', '^a$', '1'), tie('scalar'), { maxKeys: 2 }),
          minProperties: few,
          maxProperties: few,
          propertyNames: fc.constantFrom<JsonSchema>({ maxLength: 1 }, { pattern: '^[ab]' }, { enum: ['a', 'b'] }),
          dependentRequired: fc.dictionary(fc.constantFrom(...names), fc.subarray(names), { maxKeys: 1 }),
          unevaluatedProperties: fc.oneof(fc.constant<JsonSchema>(false), tie('scalar')),
        },
        { requiredKeys: [] },
      ),
      list: fc.oneof(
        fc.record(
          {
            ...lengths,
            items: tie('schema'),
            prefixItems: fc.array(tie('scalar'), { minLength: 1, maxLength: 2 }),
            unevaluatedItems: tie('scalar'),
          },
          { requiredKeys: [] },
        ),
        // Next to `prefixItems`, Ajv accepts an empty list for `contains`.
        fc.record({ ...lengths, ...repetitions, items: tie('schema'), contains: contained }, { requiredKeys: [] }),
      ),
      choice: fc.oneof(
        fc.record({ anyOf: several(tie('schema')) }),
        fc.record({ oneOf: several(tie('schema')) }),
        fc.record({ allOf: several(tie('schema')) }),
        fc.record({ not: tie('scalar') }),
        fc.record({ if: tie('scalar'), then: tie('scalar'), else: tie('scalar') }, { requiredKeys: ['if'] }),
        fc.record(
          { $ref: fc.constantFrom('#/$defs/leaf', '#/$defs/node'), minimum: few, maxLength: few },
          { requiredKeys: ['$ref'] },
        ),
      ),
    }),
  )
  .schema.chain((schema) =>
    fc
      .record({ leaf: leaves, node: nodes })
      .map(($defs) => (typeof schema === 'boolean' ? schema : asJson({ ...schema, $defs }))),
  );

const leaves = fc.constantFrom<JsonSchema>({ type: 'integer' }, { type: 'number', minimum: 1 }, { enum: ['a', 1] });
const nodes = fc.constantFrom<JsonSchema>(
  { type: 'object', properties: { a: { $ref: '#/$defs/node' }, b: { $ref: '#/$defs/leaf' } } },
  { anyOf: [{ $ref: '#/$defs/leaf' }, { type: 'array', items: { $ref: '#/$defs/node' } }] },
);

// As it would come from a listing: fast-check also makes objects without a prototype.
function asJson(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema)) as JsonSchema;
}

function several(schema: fc.Arbitrary<JsonSchema>): fc.Arbitrary<readonly JsonSchema[]> {
  return fc.array(schema, { minLength: 1, maxLength: 3 });
}

function types(): fc.Arbitrary<unknown> {
  const each = fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'object', 'array');
  return fc.oneof(each, fc.uniqueArray(each, { minLength: 1, maxLength: 3 }));
}

/** A pair of schemas of which one is often a small change of the other. */
export const pairsOfSchemas: fc.Arbitrary<readonly [JsonSchema, JsonSchema]> = fc.oneof(
  fc.tuple(schemas, schemas),
  fc.tuple(schemas, schemas).map(([one, other]) => [one, changed(one, other)] as const),
  fc.tuple(schemas, schemas).map(([one, other]) => [changed(one, other), one] as const),
);

/** The first schema with some of the second's keywords. */
function changed(one: JsonSchema, other: JsonSchema): JsonSchema {
  if (typeof one === 'boolean') return other;
  if (typeof other === 'boolean') return { ...one, not: other };
  const { $defs: _defs, prefixItems: _items, contains, uniqueItems, ...more } = other;
  const besideItems = Object.entries({ contains, uniqueItems }).filter(([, value]) => value !== undefined);
  return decidable({ ...one, ...more, ...('prefixItems' in one ? {} : Object.fromEntries(besideItems)) });
}

/** Without the combinations that Ajv decides wrongly: it counts no property that `if` evaluates, and too many items. */
function decidable(schema: JsonSchema & object): JsonSchema {
  const { unevaluatedItems, unevaluatedProperties, ...rest } = schema;
  const combines = ['$ref', 'allOf', 'anyOf', 'contains', 'if', 'oneOf'].some((keyword) => keyword in rest);
  return {
    ...rest,
    ...(unevaluatedItems !== undefined && !combines && { unevaluatedItems }),
    ...(unevaluatedProperties !== undefined && !('if' in rest) && { unevaluatedProperties }),
  };
}
