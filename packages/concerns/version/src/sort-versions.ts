import { loadCompare } from '#load-semver';
import { checkDefinition, checkDuplicates } from './check-registration.ts';
import type { Versioned } from './definition-version.ts';

/**
 * Checks tools and groups them by ID. IDs keep the order in which their tools were passed; versions are oldest first.
 * Uses maps, since `__proto__.constructor` is a valid ID.
 */
export function sortVersionsById<T extends Versioned>(items: Iterable<T>): Map<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    checkDefinition(item);
    const group = groups.get(item.id);
    if (group === undefined) groups.set(item.id, [item]);
    else group.push(item);
  }
  for (const group of groups.values()) {
    group.sort((left, right) => compareVersions(left.version, right.version));
    checkDuplicates(group);
    Object.freeze(group);
  }
  return groups;
}

/** Compares two versions numerically: 10.0.0 comes after 2.1.0, and 1.10.0 after 1.9.0. */
export function compareVersions(left: string, right: string): -1 | 0 | 1 {
  return loadCompare()(left, right);
}
