import type { Requirement } from './requirement.ts';

/** OTC-LIST: listing tools. */
export const listRequirements: readonly Requirement[] = [
  {
    id: 'OTC-LIST-01',
    level: 'MUST',
    sentence: 'GET /tools returns 200 with a JSON object that has an array named tools.',
    source: 'List Tools',
    appliesTo: 'server',
  },
  {
    id: 'OTC-LIST-02',
    level: 'MUST',
    sentence: 'A server without tools lists an empty array.',
    source: 'List Tools',
    appliesTo: 'server',
  },
  {
    id: 'OTC-LIST-03',
    level: 'SHOULD',
    sentence: 'The listing names the version of the standard in $schema, as a URI.',
    source: 'List Tools',
    appliesTo: 'server',
  },
  {
    id: 'OTC-LIST-04',
    level: 'MUST',
    sentence: 'Every element of tools is a complete tool definition.',
    source: 'List Tools',
    appliesTo: 'server',
  },
  {
    id: 'OTC-LIST-05',
    level: 'MUST',
    sentence: 'A listing request without $schema uses the latest version that the server supports.',
    source: 'List Tools',
    appliesTo: 'server',
  },
  {
    id: 'OTC-LIST-06',
    level: 'SHOULD',
    sentence: 'A server that faces the internet requires authentication for the listing.',
    source: 'List Tools',
    appliesTo: 'server',
  },
  {
    id: 'OTC-LIST-07',
    level: 'MUST',
    sentence: 'A server that requires credentials refuses a listing request without valid ones, and shows no tool.',
    source: 'OpenAPI',
    appliesTo: 'server',
  },
];
