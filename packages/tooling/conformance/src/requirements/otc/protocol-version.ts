import type { Requirement } from './requirement.ts';

/** OTC-SCHV: versions of the protocol itself. */
export const protocolVersionRequirements: readonly Requirement[] = [
  {
    id: 'OTC-SCHV-01',
    level: 'MUST',
    sentence: 'A breaking change of the standard is a new major version.',
    source: 'Versioning',
    appliesTo: 'process',
  },
  {
    id: 'OTC-SCHV-02',
    level: 'MUST',
    sentence: 'A compatible addition to the standard is a new minor version.',
    source: 'Versioning',
    appliesTo: 'process',
  },
  {
    id: 'OTC-SCHV-03',
    level: 'MUST',
    sentence: '$schema is a valid URI.',
    source: 'Versioning',
    appliesTo: 'server',
  },
  {
    id: 'OTC-SCHV-04',
    level: 'MUST',
    sentence: 'A request without $schema uses the latest version that the server supports.',
    source: 'Versioning',
    appliesTo: 'server',
  },
  {
    id: 'OTC-SCHV-05',
    level: 'MAY',
    sentence: '$schema may have the short form otc://major.minor.',
    source: 'Versioning',
    appliesTo: 'server',
  },
  {
    id: 'OTC-SCHV-06',
    level: 'MUST',
    sentence: 'A version of the standard that the server does not support is refused with 400.',
    source: 'Call Tool',
    appliesTo: 'server',
  },
];
