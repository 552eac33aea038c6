import type { JsonSchema } from '../base/json.ts';
import { visitSchemas } from '../keywords/subschemas.ts';

/** Whether a schema asks what other keywords have looked at; ajv's book-keeping for it fails on some schemas that never ask (seen in 8.20.0). */
export function usesUnevaluated(schema: JsonSchema): boolean {
  let uses = false;
  visitSchemas(schema, (subschema) => {
    uses ||= 'unevaluatedItems' in subschema || 'unevaluatedProperties' in subschema;
  });
  return uses;
}
