import type { Requirement } from './requirement.ts';

/** OTC-TAUTH: tool authorization, secrets and the user ID. */
export const toolRequirements: readonly Requirement[] = [
  {
    id: 'OTC-TAUTH-01',
    level: 'MAY',
    sentence: 'A tool may declare the authorization it requires.',
    source: 'Tool Authorization',
    appliesTo: 'server',
  },
  {
    id: 'OTC-TAUTH-02',
    level: 'MUST',
    sentence: 'A tool without requirements can be called with only its input.',
    source: 'Tool Authorization',
    appliesTo: 'server',
  },
  {
    id: 'OTC-TAUTH-03',
    level: 'MUST',
    sentence: 'A client obtains the required token and sends it with the call.',
    source: 'Tool Authorization',
    appliesTo: 'client',
  },
  {
    id: 'OTC-TAUTH-04',
    level: 'MUST',
    sentence: 'The response to a call without a valid required token is 400.',
    source: 'Tool Authorization',
    appliesTo: 'server',
  },
  {
    id: 'OTC-SECR-01',
    level: 'MAY',
    sentence: 'A tool may declare the secrets it requires.',
    source: 'Tool Secrets',
    appliesTo: 'server',
  },
  {
    id: 'OTC-SECR-02',
    level: 'MUST',
    sentence: 'A client supplies the required secrets with the call.',
    source: 'Tool Secrets',
    appliesTo: 'client',
  },
  {
    id: 'OTC-SECR-03',
    level: 'MUST',
    sentence: 'The response to a call without a required secret is 400.',
    source: 'Tool Secrets',
    appliesTo: 'server',
  },
  {
    id: 'OTC-USER-01',
    level: 'MUST',
    sentence: 'If a tool requires a user ID, the response to a call without context.user_id is 400.',
    source: 'Call Tool Request',
    appliesTo: 'server',
  },
];
