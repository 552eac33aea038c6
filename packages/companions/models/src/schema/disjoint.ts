import { isObject } from '@toolwire/internal';
import type { JsonSchema } from '../offer/model-tool.ts';

/** Whether it is plain that no value fits both schemas: by their types, by their values, or by a member that both must have. */
export function areDisjoint(left: JsonSchema, right: JsonSchema): boolean {
  return (
    haveNothingInCommon(typesOf(left), typesOf(right)) || haveOtherValues(left, right) || haveOtherMember(left, right)
  );
}

function haveNothingInCommon(left: readonly unknown[] | undefined, right: readonly unknown[] | undefined): boolean {
  return left !== undefined && right !== undefined && !left.some((one) => right.includes(one));
}

function typesOf({ type }: JsonSchema): readonly unknown[] | undefined {
  if (type === undefined) return undefined;
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  // Every whole number is a number as well.
  return types.map((one) => (one === 'integer' ? 'number' : one));
}

function haveOtherValues(left: JsonSchema, right: JsonSchema): boolean {
  return haveNothingInCommon(valuesOf(left), valuesOf(right));
}

function valuesOf(schema: JsonSchema): readonly unknown[] | undefined {
  const values: unknown = 'const' in schema ? [schema['const']] : schema['enum'];
  const isPlain = Array.isArray(values) && values.every((one) => typeof one !== 'object' || one === null);
  return isPlain ? values : undefined;
}

function haveOtherMember(left: JsonSchema, right: JsonSchema): boolean {
  if (left['type'] !== 'object' || right['type'] !== 'object') return false;
  const others = requiredMembers(right);
  return [...requiredMembers(left)].some(([name, schema]) => {
    const other = others.get(name);
    return other !== undefined && areDisjoint(schema, other);
  });
}

function requiredMembers({ properties, required }: JsonSchema): ReadonlyMap<string, JsonSchema> {
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const members = isObject(properties) ? Object.entries(properties) : [];
  return new Map(
    members.flatMap(([name, schema]) => (needed.includes(name) && isObject(schema) ? [[name, schema]] : [])),
  );
}
