import { choicesOf, isOfType, jsonType, typesOf } from '@toolwire/internal/json-schema';
import { isList, isObject, type JsonSchema, own } from '../json-schema/json.ts';

/** The branches of a union, each with the branches of a nested union in its place. */
export function branchGroups(schema: JsonSchema): readonly (readonly unknown[])[] {
  const branches = schema['anyOf'] ?? schema['oneOf'];
  if (!isList(branches)) {
    return [];
  }
  return branches.map((branch) => {
    const inner = isObject(branch) && Object.keys(branch).length === 1 ? branchGroups(branch).flat() : [];
    return inner.length > 0 ? inner : [branch];
  });
}

/** The branches that a value was most likely meant for. */
export function closestBranches(schema: JsonSchema, value: unknown): readonly unknown[] {
  const candidates = branchGroups(schema)
    .flat()
    .filter((branch) => mayMatch(branch, value));
  const tag = candidates.length > 1 && isObject(value) ? tagName(candidates) : undefined;
  const tagged =
    tag === undefined ? [] : candidates.filter((branch) => hasTag(branch, tag, own(value as JsonSchema, tag)));
  return tagged.length > 0 ? tagged : candidates;
}

/** Whether a value has a type that a branch allows. */
export function mayMatch(branch: unknown, value: unknown): boolean {
  if (!isObject(branch)) {
    return branch === true;
  }
  const types = typesOf(branch);
  if (types.length > 0) {
    return types.some((type) => isOfType(value, type));
  }
  return choicesOf(branch)?.some((choice) => jsonType(choice) === jsonType(value)) ?? true;
}

/** Whether a branch is an enum or a const. */
export function isChoice(branch: unknown): boolean {
  return isObject(branch) && choicesOf(branch) !== undefined;
}

/** The discriminator of a union: the field with a constant in each branch. */
export function tagName(branches: readonly unknown[]): string | undefined {
  const [first] = branches;
  const properties = isObject(first) ? first['properties'] : undefined;
  return Object.keys(isObject(properties) ? properties : {}).find((name) =>
    branches.every((branch) => tagChoices(branch, name) !== undefined),
  );
}

/** The values that a branch allows for the discriminator. */
export function tagChoices(branch: unknown, name: string): readonly unknown[] | undefined {
  const properties = isObject(branch) ? branch['properties'] : undefined;
  const property = isObject(properties) ? own(properties, name) : undefined;
  return isObject(property) ? choicesOf(property) : undefined;
}

/** Whether a branch allows the discriminator's value. */
export function hasTag(branch: unknown, name: string, value: unknown): boolean {
  return tagChoices(branch, name)?.includes(value) === true;
}
