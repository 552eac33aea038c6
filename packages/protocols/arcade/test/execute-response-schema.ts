import type { JsonSchema } from '@toolwire/core';

const error = {
  type: 'object',
  properties: {
    message: { type: 'string', description: 'The error message, for the user and the model' },
    developer_message: { type: 'string', description: 'For logs; not to be shown to the user or the model' },
    can_retry: { type: 'boolean', default: false, description: 'Whether the call can be retried' },
    additional_prompt_content: { type: 'string', description: 'Advice for the model before it retries' },
    retry_after_ms: { type: 'integer', minimum: 0, description: 'How long to wait before a retry, in milliseconds' },
  },
  required: ['message'],
  additionalProperties: false,
} as const;

const authorization = {
  type: 'object',
  properties: {
    id: { type: 'string', description: 'The ID to read the status of the authorization with' },
    url: { type: 'string', format: 'uri', description: 'The page at which the user authorizes it' },
    scopes: { type: 'array', items: { type: 'string' }, description: 'The required scopes' },
    status: { type: 'string', description: 'The status of the authorization' },
  },
  required: ['id', 'status'],
  additionalProperties: false,
} as const;

const artifact = {
  type: 'object',
  properties: {
    url: { type: 'string', format: 'uri', description: 'Where the artifact can be fetched' },
    content_type: { type: 'string', description: 'The media type of the artifact' },
    size: { type: 'integer', minimum: 0, description: 'The size in bytes' },
    meta: {
      type: 'object',
      properties: { description: { type: 'string', description: 'A description of the content for people' } },
      required: ['description'],
      additionalProperties: false,
    },
  },
  required: ['url', 'content_type', 'size', 'meta'],
  additionalProperties: false,
} as const;

function onlyMember(member: string, schema: object): object {
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

/** The corrected schema of the execute response: `execution_id` is required, a value may be a list, and null has no output. E51, E52 */
export const executeResponseSchema: JsonSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Arcade execute response',
  type: 'object',
  properties: {
    $schema: { type: 'string', format: 'uri' },
    execution_id: { type: 'string', minLength: 1, description: 'The ID of this execution' },
    duration: { type: 'number', minimum: 0, description: 'How long the tool ran, in milliseconds' },
    finished_at: { type: 'string', format: 'date-time', description: 'When the execution ended' },
    success: { type: 'boolean', description: 'Whether the tool ran successfully' },
    output: {
      type: 'object',
      oneOf: [
        onlyMember('value', value),
        onlyMember('error', error),
        onlyMember('requires_authorization', authorization),
        onlyMember('artifact', artifact),
      ],
    },
  },
  required: ['execution_id', 'finished_at', 'success'],
  additionalProperties: false,
};
