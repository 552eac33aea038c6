import type { Requirement } from './requirement.ts';

/** OTC-VER: which version of a tool a call runs. */
export const versionRequirements: readonly Requirement[] = [
  {
    id: 'OTC-VER-01',
    level: 'MAY',
    sentence: 'A server may serve several versions of one tool.',
    source: 'Call Tool',
    appliesTo: 'server',
  },
  {
    id: 'OTC-VER-02',
    level: 'MUST',
    sentence: 'An ID with @x.y.z runs exactly that version.',
    source: 'Call Tool',
    appliesTo: 'server',
  },
  {
    id: 'OTC-VER-03',
    level: 'MUST',
    sentence: 'An ID with @x runs exactly version x.0.0.',
    source: 'Call Tool',
    appliesTo: 'server',
  },
  {
    id: 'OTC-VER-04',
    level: 'MUST',
    sentence: 'An ID without a version runs the latest version.',
    source: 'Call Tool',
    appliesTo: 'server',
  },
  {
    id: 'OTC-VER-05',
    level: 'MUST',
    sentence: 'An ID with a version of any other form is invalid.',
    source: 'Call Tool',
    appliesTo: 'server',
  },
];
