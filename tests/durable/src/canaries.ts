import { Buffer } from 'node:buffer';

/** Secrets of the server and of callers. None may be stored, in any encoding. */
export const canaries = {
  ownToken: 'own-tok&en/4f9c"1d7a+e2=',
  ownSecret: 'own sec ret/8b3e&51c0+9f',
  broughtToken: 'brought-tok&en/7a2d"66b1+c8=',
  broughtSecret: 'brought sec ret/0d4f&93e7+5a',
  credential: 'credential-6a2d94f7c1b85e3088f1a9d4',
  password: 'pass-57e1c9a3f0d2&"b',
} as const;

/** Returns a canary in plain text, JSON, URL, form, base64 and hexadecimal encodings, and long parts of it. */
function spellingsOf(canary: string): readonly string[] {
  return [
    canary,
    JSON.stringify(canary).slice(1, -1),
    encodeURIComponent(canary),
    new URLSearchParams({ a: canary }).toString().slice(2),
    // At each alignment in a longer text.
    ...[0, 1, 2].map((before) =>
      Buffer.from('x'.repeat(before) + canary)
        .toString('base64')
        .slice(4, 20),
    ),
    Buffer.from(canary).toString('hex'),
    canary.slice(0, 12),
    canary.slice(-10),
  ];
}

/** Returns the names of the canaries in some bytes. */
export function canariesIn(bytes: Buffer): readonly string[] {
  return Object.entries(canaries)
    .filter(([, canary]) => spellingsOf(canary).some((spelling) => bytes.includes(spelling)))
    .map(([name]) => name);
}
