import type { Requirement } from './requirement.ts';

/** OTC-ERR: the bodies of errors. */
export const errorRequirements: readonly Requirement[] = [
  {
    id: 'OTC-ERR-01',
    level: 'MUST',
    sentence: 'A server error response has a message, and perhaps $schema and developer_message.',
    source: 'Error Schemas',
    who: 'server',
  },
  {
    id: 'OTC-ERR-02',
    level: 'MUST',
    sentence: 'A validation error response has a message, and perhaps $schema and parameter_errors.',
    source: 'Error Schemas',
    who: 'server',
  },
];
