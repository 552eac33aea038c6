import { isSensitive } from '@toolwire/internal';
import { isObject, type JsonSchema, own, type PathSegment } from '../base/json.ts';
import { closestBranches } from './branches.ts';
import { fits } from './find-problems.ts';
import { appliedSchemas, partSchemas } from './schema-parts.ts';

/** What a schema says about the value at a path. */
export interface Located {
  /** The path, with numbers for the items of arrays and strings for the fields of objects. */
  readonly path: readonly PathSegment[];
  /** The schemas that the value at the path must fit; a boolean stands for anything or nothing. */
  readonly schemas: readonly unknown[];
  /** The value at the path; `undefined` when its holder does not have it. */
  readonly value: unknown;
  /** The object or array that holds the value, and the schemas for it. */
  readonly holder: unknown;
  readonly holderSchemas: readonly JsonSchema[];
  /** Whether the author marked the value, or something that holds it, as one never to repeat. */
  readonly sensitive: boolean;
}

/** Follows a path through a schema and a value side by side, into the branches of unions that fit best. */
export function locate(root: JsonSchema, rootValue: unknown, path: readonly PathSegment[]): Located {
  const start: Located = {
    path: [],
    schemas: [root],
    value: rootValue,
    holder: undefined,
    holderSchemas: [],
    sensitive: isSensitive(root),
  };
  return path.reduce<Located>((located, segment) => step(located, segment), start);
}

function step({ path, schemas, value: holder, sensitive }: Located, name: PathSegment): Located {
  const segment = Array.isArray(holder) ? Number(name) : String(name);
  const below = schemas.flatMap((schema) => schemasBelow(schema, holder, segment));
  return {
    path: [...path, segment],
    schemas: below,
    value: partOf(holder, segment),
    holder,
    holderSchemas: schemas.flatMap((schema) => objectSchemas(schema, holder)),
    sensitive: sensitive || below.some(isSensitive),
  };
}

function schemasBelow(schema: unknown, holder: unknown, segment: PathSegment): readonly unknown[] {
  return appliedSchemas(schema, holder, fits).flatMap((applied) => {
    const perBranch = closestBranches(applied, holder).map((branch) => schemasBelow(branch, holder, segment));
    const [only = []] = perBranch;
    // Several branches that may be meant are alternatives for the part as well.
    const branched =
      perBranch.length > 1
        ? [{ anyOf: perBranch.map((parts) => (parts.length === 1 ? parts[0] : { allOf: parts })) }]
        : only;
    return [...partSchemas(applied, segment), ...branched];
  });
}

/** A schema for a value with all that apply to it as well, and the branches it may be meant for. */
export function objectSchemas(schema: unknown, value: unknown): readonly JsonSchema[] {
  return appliedSchemas(schema, value, fits).flatMap((applied) => [
    applied,
    ...closestBranches(applied, value).flatMap((branch) => objectSchemas(branch, value)),
  ]);
}

function partOf(holder: unknown, segment: PathSegment): unknown {
  if (Array.isArray(holder)) {
    return holder[Number(segment)];
  }
  return isObject(holder) ? own(holder, String(segment)) : undefined;
}
