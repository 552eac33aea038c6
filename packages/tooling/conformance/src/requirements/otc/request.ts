import type { Requirement } from './requirement.ts';

/** OTC-REQ: the envelope of a call and the call tool request in it. */
export const requestRequirements: readonly Requirement[] = [
  {
    id: 'OTC-REQ-01',
    level: 'MUST',
    sentence: 'The body of a call is a JSON object with a request object and perhaps a $schema.',
    source: 'Call Tool',
    appliesTo: 'server',
  },
  {
    id: 'OTC-REQ-02',
    level: 'MUST',
    sentence: 'A request names its tool in tool_id, a string.',
    source: 'Call Tool Request',
    appliesTo: 'server',
  },
  {
    id: 'OTC-REQ-03',
    level: 'MAY',
    sentence: 'A request may carry a call_id, which is also its idempotency key.',
    source: 'Call Tool Request',
    appliesTo: 'server',
  },
  {
    id: 'OTC-REQ-04',
    level: 'MAY',
    sentence: 'A request may carry a trace_id, any string, without effect on the answer.',
    source: 'Call Tool Request',
    appliesTo: 'server',
  },
  {
    id: 'OTC-REQ-05',
    level: 'MUST',
    sentence: 'The input is an object in input; left out, it is empty and then checked like any other.',
    source: 'Call Tool Request',
    appliesTo: 'server',
  },
  {
    id: 'OTC-REQ-06',
    level: 'MAY',
    sentence: 'A request may carry a context with authorization, secrets and user_id; other members of it are allowed.',
    source: 'Call Tool Request',
    appliesTo: 'server',
  },
  {
    id: 'OTC-REQ-07',
    level: 'MUST',
    sentence: 'A client puts what a definition requires into the context of its calls.',
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
