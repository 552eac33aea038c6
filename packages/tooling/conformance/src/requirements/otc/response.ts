import type { Requirement } from './requirement.ts';

/** OTC-RESP: the call tool response. */
export const responseRequirements: readonly Requirement[] = [
  {
    id: 'OTC-RESP-01',
    level: 'MUST',
    sentence: 'A response has the call_id of its request, or a generated one where the request had none.',
    source: 'Call Tool Response',
    appliesTo: 'server',
  },
  {
    id: 'OTC-RESP-02',
    level: 'MUST',
    sentence: 'A response says in success, a boolean, whether the call succeeded.',
    source: 'Call Tool Response',
    appliesTo: 'server',
  },
  {
    id: 'OTC-RESP-03',
    level: 'MAY',
    sentence: 'A response may have the duration of the call, a number of milliseconds.',
    source: 'Call Tool Response',
    appliesTo: 'server',
  },
  {
    id: 'OTC-RESP-04',
    level: 'MAY',
    sentence: 'The response of a tool that returns nothing holds no value, or null.',
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
    sentence: 'A failure has an error with a message, a string for users.',
    source: 'Call Tool Response',
    appliesTo: 'server',
  },
  {
    id: 'OTC-RESP-07',
    level: 'MAY',
    sentence: 'An error may have a developer_message, a string.',
    source: 'Call Tool Response',
    appliesTo: 'server',
  },
  {
    id: 'OTC-RESP-08',
    level: 'MUST',
    sentence: 'A client takes an error without can_retry as one not to retry.',
    source: 'Call Tool Response',
    appliesTo: 'client',
  },
  {
    id: 'OTC-RESP-09',
    level: 'MAY',
    sentence: 'An error may have additional_prompt_content, a string.',
    source: 'Call Tool Response',
    appliesTo: 'server',
  },
  {
    id: 'OTC-RESP-10',
    level: 'MAY',
    sentence: 'An error may have retry_after_ms, a whole number of milliseconds.',
    source: 'Call Tool Response',
    appliesTo: 'server',
  },
  {
    id: 'OTC-RESP-11',
    level: 'MUST',
    sentence: 'A response has a value or an error, never both, and success says which.',
    source: 'OpenAPI',
    appliesTo: 'server',
  },
];

/** OTC-ERR: the bodies of errors. */
export const errorRequirements: readonly Requirement[] = [
  {
    id: 'OTC-ERR-01',
    level: 'MUST',
    sentence: 'A server error response has a message, and perhaps $schema and developer_message.',
    source: 'Error Schemas',
    appliesTo: 'server',
  },
  {
    id: 'OTC-ERR-02',
    level: 'MUST',
    sentence: 'A validation error response has a message, and perhaps $schema and parameter_errors.',
    source: 'Error Schemas',
    appliesTo: 'server',
  },
];
