import { isObject, type JsonSchema, type PathSegment, setOwn } from '../base/json.ts';
import { mapSubschemas } from '../keywords/subschemas.ts';
import { portablePattern } from './portable-pattern.ts';
import { isSlowPattern } from './slow-pattern.ts';
import { notPublishedText, slowText } from './warnings.ts';

/** The keyword that stands for a pattern whose flags JSON Schema has no form for; never published. */
export const flaggedPatternMark = 'x-toolwire-flagged-pattern';

/** Writes the patterns of a library so that every validator can compile them (OTC-DEF-09), and leaves out, with a warning, those it cannot. */
export function publishPatterns(
  schema: unknown,
  warn: (warning: string) => void,
  path: readonly PathSegment[] = [],
): unknown {
  if (!isObject(schema)) {
    return schema;
  }
  const {
    [flaggedPatternMark]: flagged,
    pattern,
    patternProperties,
    ...rest
  } = mapSubschemas(schema, path, (subschema, subpath) => publishPatterns(subschema, warn, subpath));
  if (typeof flagged === 'string' && isSlowPattern(flagged)) {
    warn(slowText(flagged, path));
  }
  return {
    ...withoutEmptyParts(rest),
    ...(typeof pattern === 'string' ? publishPattern(pattern, warn, path) : {}),
    ...(isObject(patternProperties) ? publishNames(patternProperties, warn, path) : {}),
  };
}

function publishPattern(pattern: string, warn: (warning: string) => void, path: readonly PathSegment[]): JsonSchema {
  const portable = portablePattern(pattern);
  if (portable === undefined) {
    warn(notPublishedText(pattern, path));
    return {};
  }
  return { pattern: portable };
}

function publishNames(
  patternProperties: JsonSchema,
  warn: (warning: string) => void,
  path: readonly PathSegment[],
): JsonSchema {
  const published: Record<string, unknown> = {};
  for (const [pattern, subschema] of Object.entries(patternProperties)) {
    const portable = portablePattern(pattern);
    if (portable === undefined) {
      warn(notPublishedText(pattern, path));
    } else {
      setOwn(published, portable, subschema);
    }
  }
  return { patternProperties: published };
}

/** What is left of `allOf` when a part of it said nothing but its pattern. */
function withoutEmptyParts({ allOf, ...rest }: JsonSchema): JsonSchema {
  if (!Array.isArray(allOf)) {
    return rest;
  }
  const parts = allOf.filter((part) => !isObject(part) || Object.keys(part).length > 0);
  return parts.length === 0 ? rest : { ...rest, allOf: parts };
}
