import { badClaims } from './bad-claims.ts';
import { type BadCredential, bearer } from './bad-credential.ts';
import { badHeaders } from './bad-headers.ts';
import { badShapes } from './bad-shapes.ts';
import { badSignatures } from './bad-signatures.ts';
import { issueToken } from './issuer.ts';

/** Every way to come without a good token. */
export const badCredentials: readonly BadCredential[] = [
  ...[...badSignatures, ...badClaims].map(
    ([name, reason, parts]): BadCredential => ({
      name,
      reason,
      attempt: () => bearer(issueToken(typeof parts === 'function' ? parts() : parts)),
    }),
  ),
  ...badShapes,
  ...badHeaders,
];
