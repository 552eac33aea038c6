import { isObject, stringsOf } from '@toolwire/internal';
import type { Subschema } from './subschema.ts';

/** Values and names in two schemas, for samples. */
export interface Hints {
  readonly numbers: readonly number[];
  readonly counts: readonly number[];
  readonly texts: readonly string[];
  readonly names: readonly string[];
  /** How many more parts are read. Limited, because wide schemas have very many. */
  partsLeft: number;
}

const maxParts = 600;
const maxNames = 12;

/** The maximum length of samples. Longer ones would not help. */
const maxSampleLength = 200;

const keywordsOfNumbers = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const keywordsOfCounts = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'];

/** Collects the values that the schemas distinguish. */
export function hintsOf(subschemas: readonly Subschema[]): Hints {
  const numbers = new Set([0, 1, -1, 0.5]);
  const counts = new Set([0, 1, 3]);
  const texts = new Set(['a', '']);
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const collect = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || seen.has(part)) return;
    seen.add(part);
    for (const [keyword, value] of Object.entries(part)) {
      if (typeof value === 'number' && keywordsOfNumbers.includes(keyword)) {
        const neighbors = [value, value - 1, value + 1, value - 0.5, value + 0.5, 2 * value];
        for (const neighbor of neighbors) numbers.add(neighbor);
      }
      if (typeof value === 'number' && keywordsOfCounts.includes(keyword) && value < maxSampleLength) {
        for (const neighbor of [value - 1, value, value + 1]) if (neighbor >= 0) counts.add(neighbor);
      }
      if (keyword === 'pattern' && typeof value === 'string') texts.add(likelyMatch(value));
      if (keyword === 'patternProperties' && isObject(value)) {
        for (const name of Object.keys(value)) names.add(likelyMatch(name));
      }
      if (keyword === 'properties' && isObject(value)) for (const name of Object.keys(value)) names.add(name);
      if (keyword === 'required') for (const name of stringsOf(value)) names.add(name);
      if (keyword === 'dependentRequired' && isObject(value)) {
        for (const name of Object.keys(value)) names.add(name);
        for (const name of Object.values(value).flatMap(stringsOf)) names.add(name);
      }
      collect(value);
    }
  };
  for (const { root, keywords } of subschemas) collect(isObject(root) ? root : keywords);
  for (const count of counts) texts.add('a'.repeat(count));
  for (const count of counts) if (count > 0 && count < 10) names.add('m'.repeat(count));
  return {
    numbers: [...numbers],
    counts: [...counts],
    texts: [...texts],
    names: [...[...names].slice(0, maxNames), 'other'],
    partsLeft: maxParts,
  };
}

/** Returns a string that may match a pattern: its literal prefix. */
function likelyMatch(pattern: string): string {
  return /^\^?([A-Za-z0-9 _-]*)/.exec(pattern)?.[1] ?? '';
}
