import type { Requirement } from './requirement.ts';

/** OTC-HLTH: the health check. */
export const healthRequirements: readonly Requirement[] = [
  {
    id: 'OTC-HLTH-01',
    level: 'MUST',
    sentence: 'A healthy server responds to GET /health with 200.',
    source: 'Health Check',
    appliesTo: 'server',
  },
  {
    id: 'OTC-HLTH-02',
    level: 'MUST',
    sentence: 'The health check requires no authentication.',
    source: 'Health Check',
    appliesTo: 'server',
  },
  {
    id: 'OTC-HLTH-03',
    level: 'MUST',
    sentence: 'A server that accepts calls responds to the health check with 200.',
    source: 'Health Check',
    appliesTo: 'server',
  },
  {
    id: 'OTC-HLTH-04',
    level: 'MAY',
    sentence: 'A server that does not accept calls may respond to the health check with 503.',
    source: 'Health Check',
    appliesTo: 'server',
  },
];
