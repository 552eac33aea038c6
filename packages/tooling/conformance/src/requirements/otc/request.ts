import type { Requirement } from './requirement.ts';

/** OTC-REQ: the envelope of a call and the call tool request in it. */
export const requestRequirements: readonly Requirement[] = [
  {
    id: 'OTC-REQ-01',
    level: 'MUST',
    sentence: 'The body of a call is a JSON object with a request object and an optional $schema.',
    source: 'Call Tool',
    appliesTo: 'server',
  },
  {
    id: 'OTC-REQ-02',
    level: 'MUST',
    sentence: 'A request has the ID of its tool in tool_id, which is a string.',
    source: 'Call Tool Request',
    appliesTo: 'server',
  },
  {
    id: 'OTC-REQ-03',
    level: 'MAY',
    sentence: 'A request may have a call_id, which is also its idempotency key.',
    source: 'Call Tool Request',
    appliesTo: 'server',
  },
  {
    id: 'OTC-REQ-04',
    level: 'MAY',
    sentence: 'A request may have a trace_id, which is any string and does not affect the response.',
    source: 'Call Tool Request',
    appliesTo: 'server',
  },
  {
    id: 'OTC-REQ-05',
    level: 'MUST',
    sentence: 'The member input is an object. If it is absent, it is validated as an empty object.',
    source: 'Call Tool Request',
    appliesTo: 'server',
  },
  {
    id: 'OTC-REQ-06',
    level: 'MAY',
    sentence: 'A request may have a context with authorization, secrets, user_id and other members.',
    source: 'Call Tool Request',
    appliesTo: 'server',
  },
  {
    id: 'OTC-REQ-07',
    level: 'MUST',
    sentence: 'A client sends the tokens, secrets and user ID that a definition requires in the context of its calls.',
    source: 'Call Tool Request',
    appliesTo: 'client',
  },
  {
    id: 'OTC-REQ-08',
    level: 'MUST NOT',
    sentence: 'A client sends no unknown members in a request.',
    source: 'OpenAPI',
    appliesTo: 'client',
  },
];
