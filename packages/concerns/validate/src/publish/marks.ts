import { isObject, type PathSegment } from '../base/json.ts';
import { mapSubschemas } from '../keywords/subschemas.ts';
import { takesMoreMark } from './takes-more.ts';

/** The keyword by which a lenient conversion marks what JSON has no form for; never published. */
export const unrepresentableMark = 'x-toolwire-unrepresentable';

/** The schema without the marks of its conversion. */
export function withoutMarks(schema: unknown, path: readonly PathSegment[] = []): unknown {
  if (!isObject(schema)) {
    return schema;
  }
  const { [takesMoreMark]: _more, [unrepresentableMark]: _type, ...rest } = mapSubschemas(schema, path, withoutMarks);
  return rest;
}
