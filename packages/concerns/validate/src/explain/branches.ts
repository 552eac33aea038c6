import { choicesOf, isOfType, jsonType, typesOf } from '@toolwire/internal/json-schema';
import { entriesOf, isObject, type JsonSchema, listOf, own } from '../json-schema/json.ts';

/** The branches of a union, with the branches of a nested union in its place. */
export function innermostBranches(schema: JsonSchema): readonly unknown[] {
  return branchesOf(schema).flatMap((branch) => (isOnlyUnion(branch) ? innermostBranches(branch) : [branch]));
}

/** Whether a value fits a union, given the innermost branches that it fits. */
export function fitsUnion(schema: JsonSchema, fitting: ReadonlySet<unknown>): boolean {
  const count = branchesOf(schema).filter((branch) =>
    isOnlyUnion(branch) ? fitsUnion(branch, fitting) : fitting.has(branch),
  ).length;
  return schema['anyOf'] === undefined ? count === 1 : count > 0;
}

function branchesOf({ anyOf, oneOf }: JsonSchema): readonly unknown[] {
  return listOf(anyOf ?? oneOf);
}

function isOnlyUnion(branch: unknown): branch is JsonSchema {
  return isObject(branch) && Object.keys(branch).length === 1 && branchesOf(branch).length > 0;
}

/** The branches that a value was most likely meant for. */
export function closestBranches(schema: JsonSchema, value: unknown): readonly unknown[] {
  const candidates = innermostBranches(schema).filter((branch) => mayMatch(branch, value));
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
  const names = entriesOf(own(branches[0], 'properties')).map(([name]) => name);
  return names.find((name) => branches.every((branch) => tagChoices(branch, name) !== undefined));
}

/** The values that a branch allows for the discriminator. */
export function tagChoices(branch: unknown, name: string): readonly unknown[] | undefined {
  const property = own(own(branch, 'properties'), name);
  return isObject(property) ? choicesOf(property) : undefined;
}

/** Whether a branch allows the discriminator's value. */
export function hasTag(branch: unknown, name: string, value: unknown): boolean {
  return tagChoices(branch, name)?.includes(value) === true;
}
