import type { JwtRejection } from '@toolwire/auth/jwt';
import { type BadCredential, bearer } from './bad-credential.ts';
import { base64url, goodClaims, issueToken } from './issuer.ts';

/** A good token whose text was changed afterwards. */
type MangledRow = readonly [
  name: string,
  reason: JwtRejection,
  change: (header: string, claims: string, signature: string) => string,
];

const changed: readonly MangledRow[] = [
  [
    'claims that were changed',
    'bad_signature',
    (header, _, signature) => `${header}.${base64url(JSON.stringify({ ...goodClaims(), sub: 'admin' }))}.${signature}`,
  ],
  [
    'a header that was changed',
    'bad_signature',
    (_, claims, signature) => `${base64url('{"kid":"rsa-1","alg":"RS256"}')}.${claims}.${signature}`,
  ],
  [
    'a flipped bit',
    'bad_signature',
    (header, claims, [first, ...others]) => `${header}.${claims}.${first === 'A' ? 'B' : 'A'}${others.join('')}`,
  ],
  [
    'a signature that is cut',
    'bad_signature',
    (header, claims, signature) => `${header}.${claims}.${signature.slice(0, -2)}`,
  ],
  ['a signature that goes on', 'bad_signature', (...parts) => `${parts.join('.')}AAAA`],
  ['the word Bearer before it, without a space', 'malformed', (...parts) => `Bearer${parts.join('.')}`],
];

const forms: readonly MangledRow[] = [
  ['a word', 'malformed', () => 'opaque'],
  ['one part', 'malformed', (header) => header],
  ['two parts', 'malformed', (header, claims) => `${header}.${claims}`],
  ['four parts', 'malformed', (...parts) => `${parts.join('.')}.${parts[2]}`],
  [
    'five parts, as one that is encrypted',
    'malformed',
    (header, claims, signature) => `${header}.${claims}.${claims}.${claims}.${signature}`,
  ],
  ['a dot at its end', 'malformed', (...parts) => `${parts.join('.')}.`],
  ['empty parts', 'malformed', () => '..'],
  ['no header', 'malformed', (_, claims, signature) => `.${claims}.${signature}`],
  ['base64 with padding', 'malformed', (...parts) => `${parts.join('.')}==`],
  [
    'base64 of the other alphabet',
    'malformed',
    (header, claims, signature) => `${header}.${claims}.+/${signature.slice(2)}`,
  ],
  [
    'base64 of one character too many',
    'malformed',
    (header, claims, signature) => `${header}.${claims}.${signature}AAA`,
  ],
  [
    'another spelling of the same bits',
    'malformed',
    (header, claims, signature) => `${header}.${claims}.${otherSpelling(signature)}`,
  ],
  ['a character of no alphabet', 'malformed', (header, claims, signature) => `${header}.${claims}*.${signature}`],
  ['dots that are percent-encoded', 'malformed', (...parts) => parts.join('%2E')],
  ['quotes around it', 'malformed', (...parts) => `"${parts.join('.')}"`],
  ['angle brackets around it', 'malformed', (...parts) => `<${parts.join('.')}>`],
  ['a comma behind it', 'malformed', (...parts) => `${parts.join('.')},`],
  ['a parameter behind it', 'malformed', (...parts) => `${parts.join('.')};x=1`],
  [
    'the form of JSON',
    'malformed',
    (header, payload, signature) => JSON.stringify({ protected: header, payload, signature }),
  ],
];

const lengths: readonly BadCredential[] = [
  {
    name: 'a token of 12 kB',
    reason: 'too_long',
    attempt: () => bearer(issueToken({ claims: { more: 'x'.repeat(9000) } })),
  },
  {
    name: 'a token of 1 MB',
    reason: 'too_long',
    attempt: () => bearer(issueToken({ claims: { more: 'x'.repeat(750_000) } })),
    isTooLongForNode: true,
  },
];

/** Valid tokens with a changed string, and strings that are not tokens. */
export const badShapes: readonly BadCredential[] = [
  ...[...changed, ...forms].map(
    ([name, reason, change]): BadCredential => ({
      name,
      reason,
      attempt: () => {
        const [header = '', claims = '', signature = ''] = issueToken().split('.');
        return bearer(change(header, claims, signature));
      },
    }),
  ),
  ...lengths,
];

/** One of the spellings of the same bits that base64 leaves open: its last character has some to spare. */
function otherSpelling(text: string): string {
  const last = text.at(-1) ?? '';
  return text.slice(0, -1) + String.fromCharCode(last.charCodeAt(0) + 1);
}
