import type { JsonSchema } from '@toolwire/core';

const error = {
  type: 'object',
  properties: {
    message: { type: 'string', description: 'What went wrong, for the user and the model' },
    developer_message: { type: 'string', description: 'For logs; not to be shown to the user or the model' },
    can_retry: { type: 'boolean', default: false, description: 'Whether the same call may work later' },
    additional_prompt_content: { type: 'string', description: 'What the model should know before it tries again' },
    retry_after_ms: { type: 'integer', minimum: 0, description: 'How long to wait before the next try' },
  },
  required: ['message'],
  additionalProperties: false,
} as const;

const authorization = {
  type: 'object',
  properties: {
    id: { type: 'string', description: 'Names the authorization, to ask for its status' },
    url: { type: 'string', format: 'uri', description: 'The page at which the user authorizes it' },
    scopes: { type: 'array', items: { type: 'string' }, description: 'The scopes that are needed' },
    status: { type: 'string', description: 'What became of it' },
  },
  required: ['id', 'status'],
  additionalProperties: false,
} as const;

const artifact = {
  type: 'object',
  properties: {
    url: { type: 'string', format: 'uri', description: 'Where the artifact can be fetched' },
    content_type: { type: 'string', description: 'Its media type' },
    size: { type: 'integer', minimum: 0, description: 'Its length in bytes' },
    meta: {
      type: 'object',
      properties: { description: { type: 'string', description: 'What is inside, for people' } },
      required: ['description'],
      additionalProperties: false,
    },
  },
  required: ['url', 'content_type', 'size', 'meta'],
  additionalProperties: false,
} as const;

function alone(member: string, schema: object): object {
  return { type: 'object', properties: { [member]: schema }, required: [member], additionalProperties: false };
}

const value = {
  oneOf: [
    { type: 'object', additionalProperties: true },
    { type: 'array' },
    { type: 'number' },
    { type: 'string' },
    { type: 'boolean' },
  ],
};

/** The execute response as it was meant: `execution_id` is required (E51), a value may be a list, and null has no output (E52). */
export const executeResponseSchema: JsonSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Arcade execute response',
  type: 'object',
  properties: {
    $schema: { type: 'string', format: 'uri' },
    execution_id: { type: 'string', minLength: 1, description: 'Names this execution' },
    duration: { type: 'number', minimum: 0, description: 'How long the tool ran, in milliseconds' },
    finished_at: { type: 'string', format: 'date-time', description: 'When the execution ended' },
    success: { type: 'boolean', description: 'Whether the tool ran and did not fail' },
    output: {
      type: 'object',
      oneOf: [
        alone('value', value),
        alone('error', error),
        alone('requires_authorization', authorization),
        alone('artifact', artifact),
      ],
    },
  },
  required: ['execution_id', 'finished_at', 'success'],
  additionalProperties: false,
};
