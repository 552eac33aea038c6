import { isSensitive } from '@toolwire/internal';
import { visitSchemas } from '../keywords/subschemas.ts';

/** Whether a schema, or any below it, marks its value as sensitive: what is given instead of such an object may be its secret. */
export function holdsSensitive(schema: unknown): boolean {
  let holds = false;
  visitSchemas(schema, (subschema) => {
    holds ||= isSensitive(subschema);
  });
  return holds;
}
