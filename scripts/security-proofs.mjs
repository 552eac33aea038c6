import { readJson } from './packages.mjs';

/**
 * @typedef {object} ClaimGroup
 * @property {string} title
 * @property {readonly { claim: string, proofs: readonly { title: string, file: string }[] }[]} claims
 */

export const pagePath = 'docs/internals/security-proofs.md';

/** @returns {readonly ClaimGroup[]} */
export function readClaims() {
  return readJson('scripts/security-claims.json');
}

/**
 * The page of all claims, each with links to its tests.
 * @param {readonly ClaimGroup[]} groups
 */
export function securityProofs(groups) {
  const sections = groups.map(({ title, claims }) =>
    [`## ${title}`, '', '| claim | tests |', '|---|---|', ...claims.map(row), ''].join('\n'),
  );
  return [heading, ...sections].join('\n');
}

/** @param {ClaimGroup['claims'][number]} claim */
function row({ claim, proofs }) {
  return `| ${claim} | ${proofs.map(({ title, file }) => `[${title}](../../${file})`).join(', ')} |`;
}

const heading = `# Security claims and their tests

This page lists what toolwire promises about [security](../../SECURITY.md), and the tests that prove each claim. Read it when you
review toolwire for production.

Tests in \`packages/tooling/conformance\` run over raw sockets against every framework adapter, and against any server
that you point them at. Tests in \`tests/endurance\` start separate processes.

This page is generated. Edit \`scripts/security-claims.json\` then run \`node scripts/write-security-proofs.mjs\`.
`;
