import { fieldOf, mapSubschemasAt, portablePattern } from '@toolwire/internal/json-schema';
import { isObject, type JsonSchema, type PathSegment, setOwn } from '../json-schema/json.ts';
import { flaggedPatternMark } from './marks.ts';

/** Rewrites a library's patterns so that every validator can compile them (OTC-DEF-09), and drops all other patterns with a warning. */
export function publishPatterns(
  schema: JsonSchema,
  warn: (warning: string) => void,
  path: readonly PathSegment[] = [],
): JsonSchema {
  const {
    [flaggedPatternMark]: _flagged,
    pattern,
    patternProperties,
    ...rest
  } = mapSubschemasAt(schema, path, (subschema, subpath) =>
    isObject(subschema) ? publishPatterns(subschema, warn, subpath) : subschema,
  );
  return {
    ...withoutEmptyParts(rest),
    ...(typeof pattern === 'string' ? publishPattern(pattern, warn, path) : {}),
    ...(isObject(patternProperties) ? publishPatternProperties(patternProperties, warn, path) : {}),
  };
}

function publishPattern(pattern: string, warn: (warning: string) => void, path: readonly PathSegment[]): JsonSchema {
  const portable = portablePattern(pattern);
  if (portable === undefined) {
    warn(unpublishedPatternWarning(pattern, path));
    return {};
  }
  return { pattern: portable };
}

function publishPatternProperties(
  patternProperties: JsonSchema,
  warn: (warning: string) => void,
  path: readonly PathSegment[],
): JsonSchema {
  const published: Record<string, unknown> = {};
  for (const [pattern, subschema] of Object.entries(patternProperties)) {
    const portable = portablePattern(pattern);
    if (portable === undefined) {
      warn(unpublishedPatternWarning(pattern, path));
    } else {
      setOwn(published, portable, subschema);
    }
  }
  return { patternProperties: published };
}

/** Removes parts of `allOf` that are empty without their pattern. */
function withoutEmptyParts({ allOf, ...rest }: JsonSchema): JsonSchema {
  if (!Array.isArray(allOf)) {
    return rest;
  }
  const parts = allOf.filter((part) => !isObject(part) || Object.keys(part).length > 0);
  return parts.length === 0 ? rest : { ...rest, allOf: parts };
}

/** The warning about a pattern that is not published, because other validators can't compile it. */
function unpublishedPatternWarning(pattern: string, path: readonly PathSegment[]): string {
  return `${patternSubject(pattern, path)} does not compile with the u flag, which JSON Schema validators use, so it is not published. Change the pattern so that it compiles with this flag.`;
}

/** How warnings name a pattern, and its field where it has one. */
export function patternSubject(pattern: string, path: readonly PathSegment[]): string {
  const field = fieldOf(path);
  return `The pattern ${pattern}${field === '' ? '' : ` of '${field}'`}`;
}
