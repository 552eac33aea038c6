import type { JsonSchema } from '../base/json.ts';
import { isSchemaError } from '../base/schema-error.ts';
import { visitSchemas } from '../keywords/subschemas.ts';
import { requirePatterns, requireWellFormed } from './well-formed.ts';

/** Whether nothing can be wrong with a schema that only its compiler would find: it has the form that the dialect asks for, and refers to nothing. */
export function isSureToCompile(schema: JsonSchema): boolean {
  try {
    requireWellFormed(schema);
    requirePatterns(schema);
  } catch (thrown) {
    // The compiler says it in its own words.
    if (isSchemaError(thrown)) return false;
    throw thrown;
  }
  let isSure = true;
  visitSchemas(schema, (subschema) => {
    isSure &&= !doubtful.some((keyword) => keyword in subschema);
  });
  return isSure;
}

const doubtful = ['$ref', '$dynamicRef', '$recursiveRef', 'nullable'];
