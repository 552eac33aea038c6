import { expect, test } from 'vitest';
import { otcRequirements, otcSuite, type RequirementId } from '../src/index.ts';
import type { RequirementSection } from '../src/requirements/otc/requirement.ts';
import { ownSources, ownTests, uncoveredRequirements, verifiedIn } from './citations.ts';

const sections: readonly RequirementSection[] = [
  ...(['HLTH', 'LIST', 'DEF', 'REQ', 'CALL', 'VER', 'RESP', 'ERR'] as const),
  ...(['AUTH', 'TAUTH', 'SECR', 'USER', 'SCHV'] as const),
];

function coveredByCases(): readonly RequirementId[] {
  return otcSuite.flatMap((group) => group.cases).flatMap((otcCase) => otcCase.requirements);
}

function coveredByTests(): readonly RequirementId[] {
  return ownTests().flatMap(verifiedIn);
}

/** What a file that keeps a rule cites: the ids in its comments, each by its full name. */
function citedIn(source: string): readonly string[] {
  return source.match(/(?<![\w-])OTC-[A-Z]+-\d+[a-z]?(?!\w)/g) ?? [];
}

function citedBySources(): ReadonlySet<string> {
  return new Set(ownSources().flatMap(citedIn));
}

test('every obligation of a server has a case or a test', () => {
  expect(uncoveredRequirements(otcRequirements, [...coveredByCases(), ...coveredByTests()], sections)).toEqual([]);
});

test('every sentence about clients has a test, whatever its verb', () => {
  const covered = new Set(coveredByTests());
  const ofClients = otcRequirements.filter(({ appliesTo }) => appliesTo === 'client').map(({ id }) => id);
  expect(ofClients).toContain('OTC-RESP-08');
  expect(ofClients.filter((id) => !covered.has(id))).toEqual([]);
});

test('every obligation of a server or a client is cited in a file that implements it', () => {
  const cited = citedBySources();
  expect(cited.size).toBeGreaterThan(60);
  const obligations = otcRequirements.filter(
    ({ appliesTo, level }) => appliesTo !== 'process' && level.startsWith('MUST'),
  );
  expect(obligations.map(({ id }) => id).filter((id) => !cited.has(id))).toEqual([]);
});

test('an obligation that loses its last case is found', () => {
  const others = coveredByCases().filter((id) => id !== 'OTC-CALL-10');
  const missing = uncoveredRequirements(otcRequirements, others, sections);
  expect(missing.map((requirement) => requirement.id)).toEqual(['OTC-CALL-10']);
});

test('client obligations and permissions need no case, and a section counts separately', () => {
  const missing = uncoveredRequirements(otcRequirements, [], sections);
  expect(missing.length).toBeGreaterThan(40);
  for (const { appliesTo, level } of missing) {
    expect(appliesTo).toBe('server');
    expect(level).toMatch(/^MUST/);
  }
  expect(uncoveredRequirements(otcRequirements, [], ['AUTH']).map((requirement) => requirement.id)).toContain(
    'OTC-AUTH-04',
  );
});

test('a test counts for the IDs that it passes to verifies, and not for mentioned IDs', () => {
  const source = `
    // OTC-LIST-02 is mentioned only
    verifies('OTC-CALL-07a', 'refuses while it drains', () => {});
    verifies(['OTC-RESP-01', "OTC-RESP-02"], 'answers', () => {});
    test('OTC-DEF-01 in a title', () => {});
  `;
  expect(verifiedIn(source)).toEqual(['OTC-CALL-07a', 'OTC-RESP-01', 'OTC-RESP-02']);
});
