import type { JsonSchemaObject } from './call-schemas.ts';

// Without `$schema`, which only the root of a schema may have.
const toolSchema: JsonSchemaObject = {
  type: 'object',
  required: ['id', 'name', 'description', 'version', 'input_schema', 'output_schema'],
  properties: {
    id: { type: 'string', pattern: '^[A-Za-z0-9_]+\\.[A-Za-z0-9_]+@[0-9]+\\.[0-9]+\\.[0-9]+$' },
    name: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
    description: { type: 'string', minLength: 1 },
    version: { type: 'string', pattern: '^(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)$' },
    input_schema: {
      type: 'object',
      required: ['parameters'],
      properties: { parameters: { type: 'object' } },
    },
    output_schema: { type: ['object', 'null'] },
    requirements: {
      type: 'object',
      properties: {
        authorization: {
          type: 'array',
          items: {
            type: 'object',
            required: ['id'],
            properties: {
              id: { type: 'string' },
              oauth2: {
                type: 'object',
                properties: { scopes: { type: 'array', items: { type: 'string' } } },
              },
            },
          },
        },
        secrets: {
          type: 'array',
          items: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
        },
        user_id: { type: 'boolean' },
      },
    },
  },
};

/**
 * A listed tool. In the published schema the rules for `authorization` entries are on the array, where they have no effect. Here they
 * apply to each entry.
 */
export const toolDefinitionSchema: JsonSchemaObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...toolSchema,
};

/** The body of a 200 response to GET /tools. */
export const listResponseSchema: JsonSchemaObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  required: ['tools'],
  properties: {
    $schema: { type: 'string', minLength: 1 },
    tools: { type: 'array', items: toolSchema },
  },
};
