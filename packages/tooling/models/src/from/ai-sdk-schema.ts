import type { JsonSchema, SchemaSource } from '@toolwire/core';
import { type Fields, isObject, isPromise, StartupError } from '@toolwire/internal';
import { isFunction, type UntypedFunction } from './imported-tool.ts';

/** Returns a schema of an AI SDK tool as a schema source. It comes from a schema library, from `jsonSchema()`, or from a function that returns either. */
export function aiSdkSchema(name: string, field: 'inputSchema' | 'outputSchema', source: unknown): SchemaSource {
  if (isStandard(source)) return source;
  const schema: unknown = isFunction(source) ? source() : source;
  if (isStandard(schema)) return schema;
  const jsonSchema = isObject(schema) ? schema['jsonSchema'] : undefined;
  if (isPromise(jsonSchema)) {
    throw new StartupError(
      'TW_OPTION_TYPE',
      `The ${field} of tool '${name}' is a promise. Await it first: jsonSchema(await load()).`,
    );
  }
  if (!isObject(schema) || !isObject(jsonSchema)) {
    throw new StartupError(
      'TW_OPTION_TYPE',
      `The ${field} of tool '${name}' must be a schema of Zod or another library, or the result of jsonSchema().`,
    );
  }
  const { validate } = schema;
  return isFunction(validate) ? schemaWithValidate(validate, jsonSchema) : jsonSchema;
}

function isStandard(source: unknown): source is SchemaSource {
  return (isObject(source) || typeof source === 'function') && '~standard' in source;
}

/** A schema with its own `validate`, whose result is the input of the tool. */
function schemaWithValidate(validate: UntypedFunction, jsonSchema: JsonSchema): SchemaSource {
  return {
    '~standard': {
      version: 1,
      vendor: 'ai',
      validate: async (value) => {
        const result = await validate(value);
        if (!isObject(result)) throw new TypeError('The validate function of a schema returned no result.');
        return result['success'] === true ? { value: result['value'] } : { issues: issuesOf(result) };
      },
      jsonSchema: { input: () => ({ ...jsonSchema }), output: () => ({ ...jsonSchema }) },
    },
  };
}

type Issues = readonly { readonly message: string }[];

function issuesOf({ error }: Fields): Issues {
  // Zod, and libraries that list issues like Standard Schema, have them on the error.
  const issues: unknown = typeof error === 'object' && error !== null && 'issues' in error ? error.issues : undefined;
  return isIssues(issues) ? issues : [{ message: error instanceof Error ? error.message : 'is invalid' }];
}

function isIssues(value: unknown): value is Issues {
  return Array.isArray(value) && value.length > 0 && value.every(isObject);
}
