import type { JsonSchema, SchemaSource } from '@toolwire/core';
import { type Fields, isObject, isPromise, StartUpError } from '@toolwire/internal';

/** A schema of the AI SDK's tools as tools here take it: of a library, as `jsonSchema()` makes it, or made only when it is asked for. */
export function aiSdkSchema(name: string, of: 'inputSchema' | 'outputSchema', given: unknown): SchemaSource {
  if (isStandard(given)) return given;
  const schema: unknown = isLazy(given) ? given() : given;
  if (isStandard(schema)) return schema;
  const jsonSchema = isObject(schema) ? schema['jsonSchema'] : undefined;
  if (isPromise(jsonSchema)) {
    throw new StartUpError(
      'TW_OPTION_TYPE',
      `The ${of} of tool '${name}' is there only later. Await it first: jsonSchema(await load()).`,
    );
  }
  if (!isObject(schema) || !isObject(jsonSchema)) {
    throw new StartUpError(
      'TW_OPTION_TYPE',
      `The ${of} of tool '${name}' is no schema. Give a schema of zod or of another library, or what jsonSchema() makes.`,
    );
  }
  const { validate } = schema;
  return isValidate(validate) ? checkedBy(validate, jsonSchema) : jsonSchema;
}

function isStandard(given: unknown): given is SchemaSource {
  return (isObject(given) || typeof given === 'function') && '~standard' in given;
}

/** What makes a schema when it is asked for. */
function isLazy(given: unknown): given is () => unknown {
  return typeof given === 'function';
}

type Validate = (value: unknown) => unknown;

function isValidate(value: unknown): value is Validate {
  return typeof value === 'function';
}

/** What says itself what fits, and gives what the tool is to be handed. */
function checkedBy(validate: Validate, jsonSchema: JsonSchema): SchemaSource {
  return {
    '~standard': {
      version: 1,
      vendor: 'ai',
      validate: async (value) => {
        const result = await validate(value);
        if (!isObject(result)) throw new TypeError('The validate of a schema gave no result.');
        return result['success'] === true ? { value: result['value'] } : { issues: issuesOf(result) };
      },
      jsonSchema: { input: () => ({ ...jsonSchema }), output: () => ({ ...jsonSchema }) },
    },
  };
}

type Issues = readonly { readonly message: string }[];

function issuesOf({ error }: Fields): Issues {
  // Those of zod, and of every library that lists them as Standard Schemas do.
  const issues: unknown = typeof error === 'object' && error !== null && 'issues' in error ? error.issues : undefined;
  return isIssues(issues) ? issues : [{ message: error instanceof Error ? error.message : 'does not fit' }];
}

function isIssues(value: unknown): value is Issues {
  return Array.isArray(value) && value.length > 0 && value.every(isObject);
}
