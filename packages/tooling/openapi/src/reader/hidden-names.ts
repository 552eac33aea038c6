import { type Fields, isObject, listOf, recordOf } from '@toolwire/internal';
import type { References } from './references.ts';

/**
 * Creates a search for the properties that are omitted from a schema because of a keyword such as `readOnly`. It includes the properties
 * of `allOf`, because other members may require them. `hasSiblings` is whether keywords next to a reference count.
 */
export function createHiddenNames(
  references: References,
  keyword: 'readOnly' | 'writeOnly',
  hasSiblings: boolean,
): (source: Fields) => readonly string[] {
  return (source) => hiddenNames(source, new Set());

  function hiddenNames(source: Fields, seen: Set<unknown>): readonly string[] {
    if (seen.has(source)) return [];
    seen.add(source);
    const own = Object.entries(recordOf(source.properties)).filter(([, property]) => isHidden(property, new Set()));
    const inherited = listOf(source.allOf).flatMap((member) => {
      const target = references.resolve(member);
      return isObject(target) ? hiddenNames(target, seen) : [];
    });
    return [...own.map(([name]) => name), ...inherited];
  }

  /** Whether the property, what it refers to, or a part of its `allOf` has the keyword. */
  function isHidden(property: unknown, seen: Set<unknown>): boolean {
    if (!isObject(property)) return false;
    if (property[keyword] === true && (hasSiblings || property.$ref === undefined)) return true;
    const target = references.resolve(property);
    if (!isObject(target) || seen.has(target)) return false;
    seen.add(target);
    return target[keyword] === true || listOf(target.allOf).some((part) => isHidden(part, seen));
  }
}
