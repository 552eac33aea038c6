import type { JsonSchema } from '@toolwire/core';
import { recordOf } from '../base/json.ts';
import type { ApiResponse, Operation, Parameter } from '../reader/operation.ts';

/** The input of a tool: a field for each parameter, and one for the body. */
export function inputSchemaOf(operation: Operation, parameters: readonly Parameter[]): JsonSchema {
  const { body } = operation;
  const fields = [...parameters, ...(body === undefined ? [] : [body])];
  const required = fields.filter(({ isRequired }) => isRequired).map(({ field }) => field);
  const properties = fields.map(({ field, schema, description }) => {
    const own = withoutDefinitions(schema);
    return [field, description === undefined ? own : { ...own, description }];
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
 * The output of a tool: any of its successful responses. `undefined` if one of them has no JSON schema. Many documents describe no body at
 * all, although the API returns one. A write that succeeded must not fail because of it.
 */
export function outputSchemaOf({ responses }: Operation): JsonSchema | undefined {
  const successful = responses.filter(({ status }) => status.startsWith('2'));
  const describesNoBody = successful.every(({ content }) => content.length === 0);
  if (describesNoBody && successful.some(({ status }) => !statusesWithoutBody.includes(status))) return undefined;
  const schemas = successful.map(schemaOfResponse);
  const known = schemas.filter((schema) => schema !== undefined);
  if (known.length === 0 || known.length < schemas.length) return undefined;
  if (known.length === 1) return known[0];
  return { anyOf: known.map(withoutDefinitions), ...definitionsOf(known) };
}

/** The schema of the response with a status. Documents name it `404`, `4XX` or `default`; the exact status wins. */
export function responseSchemaOf({ responses }: Operation, status: number): JsonSchema | undefined {
  const names = [String(status), `${String(status).charAt(0)}XX`, 'default'];
  const response = names.map((name) => responses.find((one) => one.status === name)).find((one) => one !== undefined);
  return response === undefined ? undefined : checkedResponseSchema(response);
}

/** The schema that a response of JSON is checked against. A document without content may still have a body. */
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

/** The definitions of several schemas. Inputs have a definition of each name, and outputs have their own. */
function definitionsOf(schemas: readonly JsonSchema[]): { $defs?: object } {
  const definitions = schemas.flatMap(({ $defs }) => Object.entries(recordOf($defs)));
  return definitions.length === 0 ? {} : { $defs: Object.fromEntries(definitions) };
}
