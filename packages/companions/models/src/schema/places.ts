import { isObject } from '@toolwire/internal';
import type { JsonSchema } from '../offer/model-tool.ts';

/** What a schema says of the members of an object, whichever of its forms that has. */
export interface Member {
  readonly schemas: readonly JsonSchema[];
  /** Whether a form leaves it out. */
  readonly isOptional: boolean;
}

/** The schemas that may speak of a value: these, and all that they are put together from. */
export function formsOf(schemas: readonly unknown[], root: JsonSchema): readonly JsonSchema[] {
  const forms: JsonSchema[] = [];
  const add = (schema: unknown): void => {
    if (!isObject(schema) || forms.includes(schema)) return;
    forms.push(schema);
    for (const keyword of joining) {
      const joined = schema[keyword];
      for (const one of Array.isArray(joined) ? joined : [joined]) add(one);
    }
    if (isObject(schema['dependentSchemas'])) for (const one of Object.values(schema['dependentSchemas'])) add(one);
    if (typeof schema['$ref'] === 'string') add(targetOf(schema['$ref'], root));
  };
  for (const schema of schemas) add(schema);
  return forms;
}

const joining = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else'] as const;

/** What the forms say of each member that they name. */
export function membersOf(forms: readonly JsonSchema[]): ReadonlyMap<string, Member> {
  const members = new Map<string, Member>();
  for (const { properties, required } of forms) {
    if (!isObject(properties)) continue;
    for (const [name, schema] of Object.entries(properties)) {
      const known = members.get(name);
      const isRequired = Array.isArray(required) && required.includes(name);
      members.set(name, {
        schemas: [...(known?.schemas ?? []), ...(isObject(schema) ? [schema] : [])],
        isOptional: known?.isOptional === true || !isRequired,
      });
    }
  }
  return members;
}

/** What the forms say of the values that have no name of their own: entries of a list, or members of any name. */
export function othersOf(forms: readonly JsonSchema[], keywords: readonly string[]): readonly unknown[] {
  return forms.flatMap((form) => keywords.flatMap((keyword) => form[keyword] ?? []));
}

function targetOf(reference: string, root: JsonSchema): unknown {
  if (!reference.startsWith('#')) return undefined;
  return reference
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((place, part) => (isObject(place) ? place[part] : undefined), root);
}
