import { resolveReference, schemasIn, unescapeSegment } from '@toolwire/internal/json-schema';
import type { ErrorObject } from 'ajv';
import type { JsonSchema, PathSegment } from '../json-schema/json.ts';
import { unionKeywords, type ValidatorError } from './validator.ts';

/**
 * Creates a function that reads the errors of ajv for a schema, without the errors inside the branches of a union, which say
 * less than the union's own error.
 */
export function ajvErrorReader(
  root: JsonSchema,
): (errors: readonly ErrorObject[] | null | undefined) => readonly ValidatorError[] {
  // Computed with the first union, because most schemas and values have none.
  let references: readonly Reference[] | undefined;
  return (errors) => {
    const reported: ValidatorError[] = [];
    let union: ErrorObject | undefined;
    // ajv reports the errors of the branches directly before their union.
    for (const error of [...(errors ?? [])].reverse()) {
      if (union !== undefined && isOfBranch(error, union, (references ??= referencesIn(root)))) continue;
      reported.push(readError(error));
      union = unionKeywords.has(error.keyword) ? error : undefined;
    }
    return reported.reverse();
  };
}

function isOfBranch(
  { instancePath, schemaPath }: ErrorObject,
  union: ErrorObject,
  references: readonly Reference[],
): boolean {
  return (
    `${instancePath}/`.startsWith(`${union.instancePath}/`) &&
    (schemaPath.startsWith(`${union.schemaPath}/`) || references.some((reference) => isOfTarget(schemaPath, reference)))
  );
}

interface Reference {
  readonly text: string;
  readonly target: unknown;
}

function referencesIn(root: JsonSchema): readonly Reference[] {
  const texts = new Set(schemasIn(root).flatMap(({ schema: { $ref } }) => (typeof $ref === 'string' ? [$ref] : [])));
  return [...texts].map((text) => ({ text, target: resolveReference(text, root) }));
}

/**
 * Whether an error may be of the target of a reference. ajv reports its path from the reference, or from the target alone, and
 * omits the path to the reference. So an error of a reference beside a union counts as an error of a branch too.
 */
function isOfTarget(schemaPath: string, { text, target }: Reference): boolean {
  return (
    schemaPath.startsWith(`${text}/`) ||
    resolveReference(schemaPath.replace(/\/false schema$/, ''), target) !== undefined
  );
}

function readError({ instancePath, keyword, params }: ErrorObject): ValidatorError {
  const path: PathSegment[] = instancePath.split('/').slice(1).map(unescapeSegment);
  const name: unknown = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'];
  return { path: typeof name === 'string' ? [...path, name] : path, keyword };
}
