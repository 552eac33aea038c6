import { isObject, type JsonSchema, own } from '../base/json.ts';
import { isOfType, jsonType, typesOf } from '../keywords/types.ts';
import { choicesOf } from './leaf-problems.ts';

/** More branches than a reader can use are not looked into. */
const branchLimit = 20;

/** The branches of a union, unions inside it opened. */
export function branchesOf(schema: JsonSchema): readonly unknown[] {
  const branches = schema['anyOf'] ?? schema['oneOf'];
  if (!Array.isArray(branches)) {
    return [];
  }
  return branches.slice(0, branchLimit).flatMap((branch) => {
    const inner = isObject(branch) && Object.keys(branch).length === 1 ? branchesOf(branch) : [];
    return inner.length > 0 ? inner : [branch];
  });
}

/** The branches of a union that a value was most likely meant for. */
export function closestBranches(schema: JsonSchema, value: unknown): readonly unknown[] {
  const candidates = branchesOf(schema).filter((branch) => mayBe(branch, value));
  const tag = candidates.length > 1 && isObject(value) ? tagName(candidates) : undefined;
  const tagged =
    tag === undefined ? [] : candidates.filter((branch) => hasTag(branch, tag, own(value as JsonSchema, tag)));
  return tagged.length > 0 ? tagged : candidates;
}

/** Whether a value is of a type that a branch takes. */
export function mayBe(branch: unknown, value: unknown): boolean {
  if (!isObject(branch)) {
    return branch === true;
  }
  const types = typesOf(branch);
  if (types.length > 0) {
    return types.some((type) => isOfType(value, type));
  }
  return choicesOf(branch)?.some((choice) => jsonType(choice) === jsonType(value)) ?? true;
}

/** Whether a branch allows its values one by one. */
export function isChoice(branch: unknown): boolean {
  return isObject(branch) && choicesOf(branch) !== undefined;
}

/** The field that tells the branches apart: each fixes its value. */
export function tagName(branches: readonly unknown[]): string | undefined {
  const [first] = branches;
  const properties = isObject(first) ? first['properties'] : undefined;
  return Object.keys(isObject(properties) ? properties : {}).find((name) =>
    branches.every((branch) => tagChoices(branch, name) !== undefined),
  );
}

/** The values that a branch allows for the field that tells branches apart. */
export function tagChoices(branch: unknown, name: string): readonly unknown[] | undefined {
  const properties = isObject(branch) ? branch['properties'] : undefined;
  const property = isObject(properties) ? own(properties, name) : undefined;
  return isObject(property) ? choicesOf(property) : undefined;
}

/** Whether a branch is the one that a value's tag names. */
export function hasTag(branch: unknown, name: string, value: unknown): boolean {
  return tagChoices(branch, name)?.includes(value) === true;
}
