import type { JsonSchema } from '@toolwire/core';
import { recordOf } from '@toolwire/internal';
import { isSchemaError, type JsonSchemaValidator } from '@toolwire/validate';
import type { ApiResponse, Operation, Parameter } from '../reader/document-model.ts';
import { Unsupported } from '../reader/references.ts';

/** Returns the input of a tool: a field for each parameter and for the body. */
export function inputSchemaOf(operation: Operation, parameters: readonly Parameter[]): JsonSchema {
  const { body } = operation;
  const fields = [...parameters, ...(body === undefined ? [] : [body])];
  const required = fields.filter(({ isRequired }) => isRequired).map(({ field }) => field);
  const properties = fields.map(({ field, schema, description }) => {
    const property = withoutDefinitions(schema);
    return [field, description === undefined ? property : { ...property, description }];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
    ...definitionsOf(fields.map(({ schema }) => schema)),
  };
}

/** The statuses of responses that never have a body. */
const statusesWithoutBody: readonly string[] = ['204', '205'];

/**
 * Returns the output of a tool: any of its successful responses; `undefined` if one of them has no JSON schema. Many documents describe no
 * body although the API returns one, and a successful write must not fail because of it.
 */
export function outputSchemaOf({ responses }: Operation): JsonSchema | undefined {
  const successful = responses.filter(({ status }) => status.startsWith('2'));
  const mayHaveAnyBody = successful.some(
    ({ status, content }) => content.length === 0 && !statusesWithoutBody.includes(status),
  );
  if (mayHaveAnyBody) return undefined;
  const schemas = successful.map(schemaOfResponse);
  const known = schemas.filter((schema) => schema !== undefined);
  if (known.length === 0 || known.length < schemas.length) return undefined;
  if (known.length === 1) return known[0];
  return { anyOf: known.map(withoutDefinitions), ...definitionsOf(known) };
}

/** Returns the schema of the response with a status. Of `404`, `4XX` and `default`, the first that exists applies. */
export function responseSchemaOf({ responses }: Operation, status: number): JsonSchema | undefined {
  const names = [String(status), `${String(status).charAt(0)}XX`, 'default'];
  const candidates = names.map((name) => responses.find((response) => response.status === name));
  const response = candidates.find((candidate) => candidate !== undefined);
  return response && checkedResponseSchema(response);
}

/** Returns the schema that a JSON response is checked against. A response without content in the document may still have a body. */
export function checkedResponseSchema(response: ApiResponse): JsonSchema | undefined {
  return response.content.length === 0 ? undefined : schemaOfResponse(response);
}

function schemaOfResponse({ content }: ApiResponse): JsonSchema | undefined {
  if (content.length === 0) return { type: 'null' };
  return content.length === 1 ? content[0]?.readSchema?.() : undefined;
}

function withoutDefinitions(schema: JsonSchema): JsonSchema {
  const { $defs: _, ...rest } = schema;
  return rest;
}

/** Merges the definitions of several schemas. A name has one definition in all inputs, and one in all outputs. */
function definitionsOf(schemas: readonly JsonSchema[]): { $defs?: object } {
  const definitions = schemas.flatMap(({ $defs }) => Object.entries(recordOf($defs)));
  return definitions.length === 0 ? {} : { $defs: Object.fromEntries(definitions) };
}

/** Returns the message of a schema that can't be compiled. */
export function schemaProblem(summary: string, compile: () => void): string | undefined {
  try {
    compile();
    return undefined;
  } catch (thrown) {
    if (thrown instanceof Unsupported) return thrown.message;
    if (isSchemaError(thrown)) return `${summary} ${thrown.message}`;
    throw thrown;
  }
}

/** A validator for schemas that are only published. The server compiles the checks. */
export const acceptsAny: JsonSchemaValidator = { compile: () => () => ({ ok: true }) };
