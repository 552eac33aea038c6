import type { Requirement } from './requirement.ts';

/** OTC-HLTH: the health check. */
export const healthRequirements: readonly Requirement[] = [
  {
    id: 'OTC-HLTH-01',
    level: 'MUST',
    sentence: 'A healthy server answers 200 to GET /health.',
    source: 'Health Check',
    appliesTo: 'server',
  },
  {
    id: 'OTC-HLTH-02',
    level: 'MUST',
    sentence: 'The health check needs no authentication.',
    source: 'Health Check',
    appliesTo: 'server',
  },
  {
    id: 'OTC-HLTH-03',
    level: 'MUST',
    sentence: 'A server that is ready to take calls answers 200 to the health check.',
    source: 'Health Check',
    appliesTo: 'server',
  },
  {
    id: 'OTC-HLTH-04',
    level: 'MAY',
    sentence: 'A server that is not ready to take calls may answer 503 to the health check.',
    source: 'Health Check',
    appliesTo: 'server',
  },
];
