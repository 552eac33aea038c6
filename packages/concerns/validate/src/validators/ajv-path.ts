import { unescapeSegment } from '@toolwire/internal/json-schema';
import type { ErrorObject } from 'ajv';
import type { PathSegment } from '../json-schema/json.ts';

/** The path of the invalid part that ajv found. It reports a union after the errors of its branches. */
export function pathOfAjv(errors: readonly ErrorObject[] | null | undefined): readonly PathSegment[] {
  const { instancePath = '', params = {} } = errors?.at(-1) ?? {};
  const path: PathSegment[] = instancePath.split('/').slice(1).map(unescapeSegment);
  const name: unknown = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'];
  return typeof name === 'string' ? [...path, name] : path;
}
