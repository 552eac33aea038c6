import type { OutputUnit } from '@cfworker/json-schema';
import { unescapeSegment } from '@toolwire/internal/json-schema';
import type { PathSegment } from '../json-schema/json.ts';
import { unionKeywords, type ValidatorError } from './validator.ts';

/** Keywords that are reported only because a schema inside them is. */
const containers: ReadonlySet<string> = new Set([
  '$ref',
  'additionalItems',
  'additionalProperties',
  'allOf',
  'dependentSchemas',
  'if',
  'items',
  'patternProperties',
  'prefixItems',
  'properties',
  'unevaluatedItems',
  'unevaluatedProperties',
]);

/**
 * Reads the errors of `@cfworker/json-schema`, without the errors inside the branches of a union, which say less than the
 * union's own error.
 */
export function readCfworkerErrors(units: readonly OutputUnit[]): readonly ValidatorError[] {
  const unions = units.flatMap(branchesLocation);
  return units
    .filter(
      ({ keyword, keywordLocation }) =>
        !containers.has(keyword) && !unions.some((union) => keywordLocation.startsWith(`${union}/`)),
    )
    .map(({ instanceLocation, keyword }) => ({ path: readPath(instanceLocation), keyword }));
}

function branchesLocation({ keyword, keywordLocation }: OutputUnit): readonly string[] {
  if (unionKeywords.has(keyword)) return [keywordLocation];
  // The errors of the items are below `contains`, which is not reported itself.
  return keyword === 'minContains' ? [keywordLocation.replace(/minContains$/, 'contains')] : [];
}

function readPath(instanceLocation: string): readonly PathSegment[] {
  return instanceLocation
    .split('/')
    .slice(1)
    .map((segment) => unescapeSegment(decodeURIComponent(segment)));
}
