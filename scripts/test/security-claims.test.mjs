import { describe, expect, it } from 'vitest';
import { readText } from '../packages.mjs';
import { pagePath, readClaims, securityProofs } from '../security-proofs.mjs';

const groups = readClaims();
const claims = groups.flatMap((group) => group.claims);
const proofs = claims.flatMap((claim) => claim.proofs);

describe('security claims', () => {
  it('have at least one test each, and appear once', () => {
    expect(claims.length).toBeGreaterThan(100);
    expect(claims.filter((claim) => claim.proofs.length === 0)).toEqual([]);
    expect(new Set(claims.map(({ claim }) => claim)).size).toBe(claims.length);
  });

  it.each(proofs)('name an existing test: $title', ({ title, file }) => {
    expect(readText(file)).toContain(title);
  });

  it(`are written to ${pagePath} by node scripts/write-security-proofs.mjs`, () => {
    expect(readText(pagePath)).toBe(securityProofs(groups));
  });
});

describe('SECURITY.md', () => {
  it('is shorter than 8 kB, and links to the proofs', () => {
    const text = readText('SECURITY.md');
    expect(Buffer.byteLength(text)).toBeLessThan(8000);
    expect(text).toContain(`](${pagePath})`);
  });
});
