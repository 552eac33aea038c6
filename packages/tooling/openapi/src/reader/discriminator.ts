import { isRecord, type JsonRecord, listOf, recordOf } from '../base/json.ts';
import type { References } from './references.ts';

/**
 * Says in JSON Schema what a discriminator says in OpenAPI: each member of `oneOf` or `anyOf` has its own values of the property. Members
 * without a name, which no discriminator can name, stay as they are.
 */
export function withDiscriminator(source: JsonRecord, schema: JsonRecord, references: References): JsonRecord {
  const { propertyName, mapping } = recordOf(source.discriminator);
  const keyword = ['oneOf', 'anyOf'].find((name) => Array.isArray(schema[name]));
  if (typeof propertyName !== 'string' || keyword === undefined) return schema;
  const members = listOf(source[keyword]);
  const converted = listOf(schema[keyword]);
  return {
    ...schema,
    [keyword]: converted.map((member, index) => {
      const values = valuesOf(members[index], recordOf(mapping), references);
      if (values.length === 0) return member;
      const property = values.length === 1 ? { const: values[0] } : { enum: values };
      return { allOf: [member, { properties: { [propertyName]: property }, required: [propertyName] }] };
    }),
  };
}

/** The values that stand for a member: those of the mapping, or the name of its schema. */
function valuesOf(member: unknown, mapping: JsonRecord, references: References): readonly string[] {
  if (!isRecord(member) || typeof member.$ref !== 'string') return [];
  const reference = member.$ref;
  const name = reference.slice(reference.lastIndexOf('/') + 1);
  const target = references.lookup(reference);
  const mapped = Object.entries(mapping).filter(
    ([, to]) =>
      to === reference || to === name || (typeof to === 'string' && to.includes('#') && isSame(to, target, references)),
  );
  return mapped.length > 0 ? mapped.map(([value]) => value) : [name];
}

function isSame(reference: string, target: unknown, references: References): boolean {
  return references.lookup(reference) === target;
}
