export type JsonSchemaObject = Readonly<Record<string, unknown>>;

/** The error of a failed call. Extra fields are allowed, and delays are whole milliseconds. */
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

// Without `$schema`, which only the root of a schema may have.
const responseSchema: JsonSchemaObject = {
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

/**
 * The call tool response. The published schema forbids fields of its `oneOf` members, so it rejects every response with a value or
 * an error. This one accepts the responses that the page describes.
 */
export const callResponseSchema: JsonSchemaObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...responseSchema,
};

/** The body of a 200 response to a call, with its envelope. */
export const callEnvelopeSchema: JsonSchemaObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  required: ['result'],
  properties: { $schema: { type: 'string', minLength: 1 }, result: responseSchema },
  additionalProperties: false,
};

/** The body of a 400 response. */
export const serverErrorSchema: JsonSchemaObject = errorSchema({ developer_message: { type: 'string' } });

/** The body of a 422 response. */
export const validationErrorSchema: JsonSchemaObject = errorSchema({
  parameter_errors: { type: 'object', additionalProperties: { type: 'string' } },
});

function errorSchema(properties: JsonSchemaObject): JsonSchemaObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    required: ['message'],
    properties: {
      $schema: { type: 'string', minLength: 1 },
      message: { type: 'string', minLength: 1 },
      ...properties,
    },
    additionalProperties: true,
  };
}
