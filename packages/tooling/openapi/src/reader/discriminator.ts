import { isRecord, type JsonRecord, listOf, recordOf } from '../base/json.ts';
import { type References, Unsupported } from './references.ts';

/**
 * Converts a discriminator of OpenAPI to JSON Schema: each member of `oneOf` or `anyOf` has separate values of the property. Members
 * without a name, which no discriminator can name, stay as they are.
 */
export function withDiscriminator(source: JsonRecord, schema: JsonRecord, references: References): JsonRecord {
  const { propertyName, mapping } = recordOf(source.discriminator);
  const keyword = ['oneOf', 'anyOf'].find((name) => Array.isArray(schema[name]));
  if (typeof propertyName !== 'string' || keyword === undefined) return schema;
  const members = listOf(source[keyword]);
  const valuesOf = valuesByMember(recordOf(mapping), references);
  const converted = listOf(schema[keyword]);
  return {
    ...schema,
    [keyword]: converted.map((member, index) => {
      const values = valuesOf(members[index]);
      if (values.length === 0) return member;
      const property = values.length === 1 ? { const: values[0] } : { enum: values };
      return { allOf: [member, { properties: { [propertyName]: property }, required: [propertyName] }] };
    }),
  };
}

/** Returns the values that stand for a member: those of the mapping, or the name of its schema. */
function valuesByMember(mapping: JsonRecord, references: References): (member: unknown) => readonly string[] {
  // A mapping may be as long as the list of members, so its references are followed once.
  const mapped = Object.entries(mapping).map(([value, to]) => ({
    value,
    to,
    target: typeof to === 'string' && to.includes('#') ? targetOf(to, references) : undefined,
  }));
  return (member) => {
    if (!isRecord(member) || typeof member.$ref !== 'string') return [];
    const reference = member.$ref;
    const name = reference.slice(reference.lastIndexOf('/') + 1);
    const target = references.lookup(reference);
    const values = mapped
      .filter((one) => one.to === reference || one.to === name || one.target === target)
      .map(({ value }) => value);
    return values.length > 0 ? values : [name];
  };
}

/** The schema of a reference in a mapping; `undefined` if it has no target. A mapping only adds values to the members. */
function targetOf(reference: string, references: References): unknown {
  try {
    return references.lookup(reference);
  } catch (thrown) {
    if (!(thrown instanceof Unsupported)) throw thrown;
    return undefined;
  }
}
