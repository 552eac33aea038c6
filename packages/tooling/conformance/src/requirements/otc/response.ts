import type { Requirement } from './requirement.ts';

/** OTC-RESP: the call tool response. */
export const responseRequirements: readonly Requirement[] = [
  {
    id: 'OTC-RESP-01',
    level: 'MUST',
    sentence: 'A response has the call_id of its request, or a generated one if the request had none.',
    source: 'Call Tool Response',
    appliesTo: 'server',
  },
  {
    id: 'OTC-RESP-02',
    level: 'MUST',
    sentence: 'A response has a boolean success, which is true if the call succeeded.',
    source: 'Call Tool Response',
    appliesTo: 'server',
  },
  {
    id: 'OTC-RESP-03',
    level: 'MAY',
    sentence: 'A response may have a duration, which is a number of milliseconds.',
    source: 'Call Tool Response',
    appliesTo: 'server',
  },
  {
    id: 'OTC-RESP-04',
    level: 'MAY',
    sentence: 'The response of a tool that returns nothing has no value, or null.',
    source: 'Call Tool Response',
    appliesTo: 'server',
  },
  {
    id: 'OTC-RESP-05',
    level: 'MUST',
    sentence: 'A value is JSON and conforms to the output schema of its tool.',
    source: 'Call Tool Response',
    appliesTo: 'server',
  },
  {
    id: 'OTC-RESP-06',
    level: 'MUST',
    sentence: 'A failure has an error with a message, which is a string for users.',
    source: 'Call Tool Response',
    appliesTo: 'server',
  },
  {
    id: 'OTC-RESP-07',
    level: 'MAY',
    sentence: 'An error may have a developer_message, which is a string.',
    source: 'Call Tool Response',
    appliesTo: 'server',
  },
  {
    id: 'OTC-RESP-08',
    level: 'MUST',
    sentence: 'A client does not retry after an error without can_retry.',
    source: 'Call Tool Response',
    appliesTo: 'client',
  },
  {
    id: 'OTC-RESP-09',
    level: 'MAY',
    sentence: 'An error may have additional_prompt_content, which is a string.',
    source: 'Call Tool Response',
    appliesTo: 'server',
  },
  {
    id: 'OTC-RESP-10',
    level: 'MAY',
    sentence: 'An error may have retry_after_ms, which is a whole number of milliseconds.',
    source: 'Call Tool Response',
    appliesTo: 'server',
  },
  {
    id: 'OTC-RESP-11',
    level: 'MUST',
    sentence: 'A response with success: true has no error, and a response with success: false has no value.',
    source: 'OpenAPI',
    appliesTo: 'server',
  },
];

/** OTC-ERR: the bodies of errors. */
export const errorRequirements: readonly Requirement[] = [
  {
    id: 'OTC-ERR-01',
    level: 'MUST',
    sentence: 'A server error response has a message, and may have $schema and developer_message.',
    source: 'Error Schemas',
    appliesTo: 'server',
  },
  {
    id: 'OTC-ERR-02',
    level: 'MUST',
    sentence: 'A validation error response has a message, and may have $schema and parameter_errors.',
    source: 'Error Schemas',
    appliesTo: 'server',
  },
];
