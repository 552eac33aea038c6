import type { Operation } from '@toolwire/openapi';
import type { JsonObject, JsonSchema } from 'toolwire';
import { z } from 'zod';

const fields = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.json())).default({}),
  required: z.array(z.string()).default([]),
  $defs: z.record(z.string(), z.json()).default({}),
});

/** The input of a tool: the parameters and the fields of the body, next to each other. */
export function inputOf({ parameters, body }: Operation): JsonSchema {
  const { properties, required, $defs } = fields.parse(body?.schema ?? {});
  const others = parameters.filter((parameter) => parameter.in !== 'header');
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(others.map(({ name, schema, description }) => [name, describe(schema, description)])),
      ...Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, orJson(schema)])),
    },
    required: [...others.filter(({ isRequired }) => isRequired).map(({ name }) => name), ...required],
    $defs,
  };
}

/** Notion also takes IDs without dashes, which are not UUIDs. */
function describe({ format: _uuid, ...schema }: JsonSchema, description: string | undefined): JsonSchema {
  return { ...schema, ...(description !== undefined && { description }) };
}

/** Some clients write objects, and items of arrays, as JSON text. */
function orJson(schema: JsonObject): JsonObject {
  if (schema['type'] === 'array') return { ...schema, items: { anyOf: [schema['items'] ?? {}, { type: 'string' }] } };
  const isSimple = typeof schema['type'] === 'string' && schema['type'] !== 'object';
  return isSimple ? schema : { anyOf: [schema, { type: 'string' }] };
}
