import { fieldOf, mapSubschemasAt, portablePattern } from '@toolwire/internal/json-schema';
import { isObject, type JsonSchema, type PathSegment, sameValueKeywords, setOwn } from '../json-schema/json.ts';
import { flaggedPatternMark, relaxAround } from './marks.ts';

/** Rewrites a library's patterns so that every validator can compile them (OTC-DEF-09), and drops all other patterns with a warning. */
export function publishPatterns(root: JsonSchema, warn: (warning: string) => void): JsonSchema {
  return new PatternPublisher(warn).publish(root, []);
}

/** The keywords around which a schema is relaxed. A field or an item that accepts more values evaluates the same parts as before. */
const relaxedKeywords: ReadonlySet<unknown> = new Set([...sameValueKeywords, 'contains']);

class PatternPublisher {
  readonly #warn: (warning: string) => void;
  #dropped = 0;

  constructor(warn: (warning: string) => void) {
    this.#warn = warn;
  }

  publish(schema: JsonSchema, path: readonly PathSegment[]): JsonSchema {
    const openKeywords = new Set<unknown>();
    const inside = mapSubschemasAt(schema, path, (subschema, subpath) => {
      if (!isObject(subschema)) return subschema;
      const before = this.#dropped;
      const part = this.publish(subschema, subpath);
      const keyword = subpath[path.length];
      if (this.#dropped > before && relaxedKeywords.has(keyword)) openKeywords.add(keyword);
      return part;
    });
    const { [flaggedPatternMark]: flagged, pattern, patternProperties, ...rest } = relaxAround(inside, openKeywords);
    if (flagged !== undefined) this.#dropped += 1;
    return {
      ...withoutEmptyParts(
        isObject(patternProperties) ? this.#withPatternProperties(rest, patternProperties, path) : rest,
      ),
      ...(typeof pattern === 'string' ? this.#pattern(pattern, path) : {}),
    };
  }

  #pattern(pattern: string, path: readonly PathSegment[]): JsonSchema {
    const portable = this.#portable(pattern, path);
    return portable === undefined ? {} : { pattern: portable };
  }

  #withPatternProperties(schema: JsonSchema, patternProperties: JsonSchema, path: readonly PathSegment[]): JsonSchema {
    const before = this.#dropped;
    const published: Record<string, unknown> = {};
    for (const [pattern, subschema] of Object.entries(patternProperties)) {
      const portable = this.#portable(pattern, path);
      if (portable !== undefined) setOwn(published, portable, subschema);
    }
    if (this.#dropped === before) return { ...schema, patternProperties: published };
    // They would apply to the fields of the dropped pattern.
    const { additionalProperties: _additional, unevaluatedProperties: _unevaluated, ...rest } = schema;
    return { ...rest, patternProperties: published };
  }

  #portable(pattern: string, path: readonly PathSegment[]): string | undefined {
    const portable = portablePattern(pattern);
    if (portable === undefined) {
      this.#dropped += 1;
      this.#warn(unpublishedPatternWarning(pattern, path));
    }
    return portable;
  }
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
