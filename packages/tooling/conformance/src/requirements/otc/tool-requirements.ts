import type { Requirement } from './requirement.ts';

/** OTC-TAUTH: tool authorization, secrets and the user's id. */
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
    sentence: 'A tool without requirements can be called with nothing but its input.',
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
    sentence: 'A call without a required token, or with an invalid one, is answered 400.',
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
    sentence: 'A call without a required secret is answered 400.',
    source: 'Tool Secrets',
    appliesTo: 'server',
  },
  {
    id: 'OTC-USER-01',
    level: 'MUST',
    sentence: 'A client sends context.user_id to a tool that requires it; a call without it is answered 400.',
    source: 'Call Tool Request',
    appliesTo: 'server',
  },
];
