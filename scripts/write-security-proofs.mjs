// Writes docs/internals/security-proofs.md from scripts/security-claims.json: each security claim with the tests that prove it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './packages.mjs';
import { pagePath, readClaims, securityProofs } from './security-proofs.mjs';

writeFileSync(join(root, pagePath), securityProofs(readClaims()));
