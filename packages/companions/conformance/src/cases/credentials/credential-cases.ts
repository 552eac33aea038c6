import type { CaseGroup } from '../otc-case.ts';
import { badHeaderCases, badKeyCases, badTokenCases } from './bad-credentials.ts';
import { goodCredentialCases } from './good-credentials.ts';
import { strangerCases } from './strangers.ts';
import { unreadableCredentialCases } from './unreadable-credentials.ts';

/** OTC-AUTH and CASE-A, for a server that requires credentials. */
export const credentialCases: readonly CaseGroup[] = [
  strangerCases,
  goodCredentialCases,
  badTokenCases,
  badHeaderCases,
  badKeyCases,
  unreadableCredentialCases,
];
