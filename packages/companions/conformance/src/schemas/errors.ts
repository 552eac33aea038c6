import type { JsonSchemaObject } from './json-schema.ts';

/** The body of a 400 answer. */
export const serverErrorSchema: JsonSchemaObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  required: ['message'],
  properties: {
    $schema: { type: 'string', minLength: 1 },
    message: { type: 'string', minLength: 1 },
    developer_message: { type: 'string' },
  },
  additionalProperties: true,
};

/** The body of a 422 answer. */
export const validationErrorSchema: JsonSchemaObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  required: ['message'],
  properties: {
    $schema: { type: 'string', minLength: 1 },
    message: { type: 'string', minLength: 1 },
    parameter_errors: { type: 'object', additionalProperties: { type: 'string' } },
  },
  additionalProperties: true,
};
