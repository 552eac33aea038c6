import { isSensitive } from '@toolwire/internal';
import { someSchema } from '@toolwire/internal/json-schema';
import { isAnnotation, isObject, type JsonSchema, own, type PathSegment } from '../json-schema/json.ts';
import { appliedSchemas, partSchemas } from '../json-schema/schema-parts.ts';
import { closestBranches } from './branches.ts';
import { fits } from './find-problems.ts';

/** The schemas and the value at a path. */
export interface Located {
  /** The path, with numbers for the items of arrays and strings for the fields of objects. */
  readonly path: readonly PathSegment[];
  /** The schemas that apply to the value. A boolean allows everything or nothing. */
  readonly schemas: readonly unknown[];
  /** The value at the path; `undefined` when it is missing. */
  readonly value: unknown;
  /** The object or array that contains the value, and the schemas for it. */
  readonly holder: unknown;
  readonly holderSchemas: readonly JsonSchema[];
  /** Whether the value, or a container of it, is marked as sensitive. */
  readonly sensitive: boolean;
}

/** Follows a path through a schema and a value, into the closest branches of unions. */
export function locate(root: JsonSchema, rootValue: unknown, path: readonly PathSegment[]): Located {
  const start: Located = {
    path: [],
    schemas: [root],
    value: rootValue,
    holder: undefined,
    holderSchemas: [],
    sensitive: isSensitive(root),
  };
  return path.reduce<Located>((located, segment) => step(located, segment, root), start);
}

function step({ path, schemas, value: holder, sensitive }: Located, name: PathSegment, root: JsonSchema): Located {
  const segment = Array.isArray(holder) ? Number(name) : String(name);
  const below = schemas.flatMap((schema) => schemasBelow(schema, holder, segment));
  return {
    path: [...path, segment],
    schemas: below,
    value: Array.isArray(holder) ? holder[Number(segment)] : own(holder, String(segment)),
    holder,
    holderSchemas: schemas.flatMap((schema) => objectSchemas(schema, holder)),
    // Below the published levels of a recursive schema any value may be sensitive.
    sensitive: sensitive || below.some(isSensitive) || (below.every(isUndescribed) && holdsSensitive(root)),
  };
}

function isUndescribed(schema: unknown): boolean {
  return isObject(schema) && Object.keys(schema).every(isAnnotation);
}

function schemasBelow(schema: unknown, holder: unknown, segment: PathSegment): readonly unknown[] {
  return appliedSchemas(schema, holder, fits).flatMap((applied) => {
    const perBranch = closestBranches(applied, holder).map((branch) => schemasBelow(branch, holder, segment));
    const [only = []] = perBranch;
    // Several possible branches are alternatives for the part too.
    const branched =
      perBranch.length > 1
        ? [{ anyOf: perBranch.map((parts) => (parts.length === 1 ? parts[0] : { allOf: parts })) }]
        : only;
    return [...partSchemas(applied, segment), ...branched];
  });
}

/** A schema with all schemas that apply to the same value, and the closest branches. */
export function objectSchemas(schema: unknown, value: unknown): readonly JsonSchema[] {
  return appliedSchemas(schema, value, fits).flatMap((applied) => [
    applied,
    ...closestBranches(applied, value).flatMap((branch) => objectSchemas(branch, value)),
  ]);
}

/** Whether a schema or a subschema is sensitive. A wrong value in place of an object may be the object's secret. */
export function holdsSensitive(schema: unknown): boolean {
  return someSchema(schema, isSensitive);
}
