import { type Fields, isObject, listOf, recordOf } from '@toolwire/internal';
import { ifSupported, isMappedReference, type References } from './references.ts';

/**
 * Converts a discriminator of OpenAPI to JSON Schema: each member of `oneOf` or `anyOf` has separate values of the property. Members
 * without a reference stay unchanged, because no discriminator can name them. Members whose property is hidden stay unchanged too,
 * because they would require a property that they don't have.
 */
export function withDiscriminator(
  source: Fields,
  schema: Fields,
  references: References,
  isHidden: (member: unknown, name: string) => boolean,
): Fields {
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
      if (values.length === 0 || isHidden(members[index], propertyName)) return member;
      const property = values.length === 1 ? { const: values[0] } : { enum: values };
      return { allOf: [member, { properties: { [propertyName]: property }, required: [propertyName] }] };
    }),
  };
}

/** Returns a function for the values of a member: its values in the mapping, or the name of its schema. */
function valuesByMember(mapping: Fields, references: References): (member: unknown) => readonly string[] {
  // A mapping may be as long as the list of members, so its references are followed once.
  const entries = Object.entries(mapping).map(([value, reference]) => {
    // A mapping only adds values to the members, so a reference without a target is ignored.
    const target = isMappedReference(reference) ? ifSupported(() => references.lookup(reference)) : undefined;
    return { value, reference, target };
  });
  return (member) => {
    if (!isObject(member) || typeof member.$ref !== 'string') return [];
    const reference = member.$ref;
    const name = reference.slice(reference.lastIndexOf('/') + 1);
    const target = references.lookup(reference);
    const values = entries
      .filter((entry) => entry.reference === reference || entry.reference === name || entry.target === target)
      .map(({ value }) => value);
    return values.length > 0 ? values : [name];
  };
}
