import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

type JsonSchemaObject = Readonly<Record<string, unknown>>;

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

/** Returns the problem of a value in one line, or `undefined` if it is valid. */
export type SchemaCheck = (value: unknown) => string | undefined;

export interface ResponseSchemas {
  readonly callEnvelope: SchemaCheck;
  readonly callResponse: SchemaCheck;
  readonly serverError: SchemaCheck;
  readonly validationError: SchemaCheck;
  readonly list: SchemaCheck;
  /** Compiles the schema of a tool. Throws if the schema is invalid. */
  compile(schema: JsonSchemaObject): SchemaCheck;
}

/** Compiles each corrected schema when it is first used. Create it once for a run. */
export function createResponseSchemas(): ResponseSchemas {
  let ajv: Ajv2020 | undefined;
  const compile = (schema: JsonSchemaObject): SchemaCheck => {
    // Several tools may publish a schema with the same `$id`.
    ajv ??= new Ajv2020({ strict: false, validateFormats: false, addUsedSchema: false });
    const validate = ajv.compile(schema);
    return (value) => (validate(value) ? undefined : firstProblem(validate));
  };
  const lazy = (schema: JsonSchemaObject): SchemaCheck => {
    let check: SchemaCheck | undefined;
    return (value) => {
      check ??= compile(schema);
      return check(value);
    };
  };
  const response = lazy(callResponseSchema);
  return {
    callEnvelope: lazy(callEnvelopeSchema),
    callResponse: (body) => response(withoutSchema(body)),
    serverError: lazy(serverErrorSchema),
    validationError: lazy(validationErrorSchema),
    list: lazy(listResponseSchema),
    compile,
  };
}

function firstProblem(validate: ValidateFunction): string {
  const [problem] = validate.errors ?? [];
  return `${problem?.instancePath || 'the body'} ${problem?.message ?? 'is invalid'}`;
}

function withoutSchema(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const { $schema: _, ...rest } = body as Record<string, unknown>;
  return rest;
}
