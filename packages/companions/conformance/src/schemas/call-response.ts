import type { JsonSchemaObject } from './json-schema.ts';

/** The error of a failed call; extra members are allowed, and waits are whole milliseconds. */
const toolErrorSchema: JsonSchemaObject = {
  type: 'object',
  required: ['message'],
  properties: {
    message: { type: 'string' },
    developer_message: { type: 'string' },
    can_retry: { type: 'boolean', default: false },
    additional_prompt_content: { type: 'string' },
    retry_after_ms: { type: 'integer', minimum: 0 },
  },
  additionalProperties: true,
};

/**
 * The call tool response. The published schema forbids every member it does not name beside `oneOf`,
 * and so accepts no answer that has a value or an error; this one accepts what its page describes.
 */
export const callResponseSchema: JsonSchemaObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  required: ['call_id', 'success'],
  properties: {
    call_id: { type: 'string', minLength: 1 },
    duration: { type: 'number', minimum: 0 },
    success: { type: 'boolean' },
    value: true,
    error: toolErrorSchema,
  },
  if: { properties: { success: { const: true } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { not: { required: ['error'] } },
  else: { required: ['error'], not: { required: ['value'] } },
  unevaluatedProperties: false,
};

/** The body of a 200 answer to a call: the response in its envelope. */
export const callAnswerSchema: JsonSchemaObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  required: ['result'],
  properties: { $schema: { type: 'string', minLength: 1 }, result: callResponseSchema },
  additionalProperties: false,
};
