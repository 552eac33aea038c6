import { entriesOf, isObject, type JsonSchema, listOf, own } from '../json-schema/json.ts';
import { SchemaError } from '../json-schema/schema-error.ts';

/** The parameters of an input schema, including the parameters of union branches. */
export function parametersOf(schema: JsonSchema): ReadonlyMap<string, unknown> {
  const parameters = new Map<string, unknown>();
  collectParameters(schema, parameters);
  return parameters;
}

function collectParameters(schema: unknown, into: Map<string, unknown>): void {
  if (!isObject(schema)) {
    return;
  }
  for (const [name, subschema] of entriesOf(own(schema, 'properties'))) {
    if (!into.has(name) || isDescribed(subschema)) into.set(name, subschema);
  }
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    for (const branch of listOf(own(schema, keyword))) {
      collectParameters(branch, into);
    }
  }
}

/** Returns the names of parameters without a description (OTC-DEF-10). In strict mode one error lists them all. */
export function undescribedParameters(inputSchema: JsonSchema, strict: boolean): readonly string[] {
  const names = [...parametersOf(inputSchema)].filter(([, schema]) => !isDescribed(schema)).map(([name]) => name);
  if (strict && names.length > 0) {
    const list = names.map((name) => `'${name}'`).join(', ');
    throw new SchemaError(
      'TW_SCHEMA_DESCRIPTION',
      `Parameters without a description: ${list}. Add one to each, because models choose values by it (OTC-DEF-10).`,
      names[0],
    );
  }
  return names;
}

function isDescribed(schema: unknown): boolean {
  const description = isObject(schema) ? own(schema, 'description') : undefined;
  return typeof description === 'string' && description.trim() !== '';
}
