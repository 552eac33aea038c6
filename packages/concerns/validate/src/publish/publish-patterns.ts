import { fieldOf, mapSubschemasAt, portablePattern } from '@toolwire/internal/json-schema';
import { isObject, type JsonSchema, type PathSegment, sameValueKeywords, setOwn } from '../json-schema/json.ts';
import { flaggedPatternMark } from './marks.ts';
import { relaxAround } from './relax-around.ts';

/** The keywords around which a schema is relaxed. A field or an item that accepts more values evaluates the same parts as before. */
const relaxedKeywords: ReadonlySet<unknown> = new Set([...sameValueKeywords, 'contains']);

/** Rewrites a library's patterns so that every validator can compile them (OTC-DEF-09), and drops all other patterns with a warning. */
export function publishPatterns(root: JsonSchema, warn: (warning: string) => void): JsonSchema {
  let dropped = 0;

  function publish(schema: JsonSchema, path: readonly PathSegment[]): JsonSchema {
    const openKeywords = new Set<unknown>();
    const inside = mapSubschemasAt(schema, path, (subschema, subpath) => {
      if (!isObject(subschema)) return subschema;
      const before = dropped;
      const part = publish(subschema, subpath);
      const keyword = subpath[path.length];
      if (dropped > before && relaxedKeywords.has(keyword)) openKeywords.add(keyword);
      return part;
    });
    const { [flaggedPatternMark]: flagged, pattern, patternProperties, ...rest } = relaxAround(inside, openKeywords);
    if (flagged !== undefined) dropped += 1;
    const named = isObject(patternProperties) ? withPatternProperties(rest, patternProperties, path) : rest;
    const portable = typeof pattern === 'string' ? portableOrDropped(pattern, path) : undefined;
    return { ...withoutEmptyParts(named), ...(portable !== undefined && { pattern: portable }) };
  }

  function withPatternProperties(
    schema: JsonSchema,
    patternProperties: JsonSchema,
    path: readonly PathSegment[],
  ): JsonSchema {
    const before = dropped;
    const published: Record<string, unknown> = {};
    for (const [pattern, subschema] of Object.entries(patternProperties)) {
      const portable = portableOrDropped(pattern, path);
      if (portable !== undefined) setOwn(published, portable, subschema);
    }
    if (dropped === before) return { ...schema, patternProperties: published };
    // They would apply to the fields of the dropped pattern.
    const { additionalProperties: _additional, unevaluatedProperties: _unevaluated, ...rest } = schema;
    return { ...rest, patternProperties: published };
  }

  function portableOrDropped(pattern: string, path: readonly PathSegment[]): string | undefined {
    const portable = portablePattern(pattern);
    if (portable === undefined) {
      dropped += 1;
      warn(
        `${patternSubject(pattern, path)} does not compile with the u flag, which JSON Schema validators use, so it is not published. Change the pattern so that it compiles with this flag.`,
      );
    }
    return portable;
  }

  return publish(root, []);
}

/** Removes parts of `allOf` that are empty without their pattern. */
function withoutEmptyParts({ allOf, ...rest }: JsonSchema): JsonSchema {
  if (!Array.isArray(allOf)) {
    return rest;
  }
  const parts = allOf.filter((part) => !isObject(part) || Object.keys(part).length > 0);
  return parts.length === 0 ? rest : { ...rest, allOf: parts };
}

/** How warnings name a pattern, and its field where it has one. */
export function patternSubject(pattern: string, path: readonly PathSegment[]): string {
  const field = fieldOf(path);
  return `The pattern ${pattern}${field === '' ? '' : ` of '${field}'`}`;
}
