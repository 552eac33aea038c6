import { expect, test } from 'vitest';
import { otcRequirements, otcSuite } from '../src/index.ts';

const cases = otcSuite.flatMap((group) => group.cases);
const known = new Set<string>(otcRequirements.map((requirement) => requirement.id));

test('every requirement has a unique ID in the form of the study', () => {
  expect(known.size).toBe(otcRequirements.length);
  for (const { id } of otcRequirements) {
    expect(id).toMatch(/^OTC-(?:HLTH|LIST|DEF|REQ|CALL|VER|RESP|ERR|AUTH|TAUTH|SECR|USER|SCHV)-\d{2}[a-z]?$/);
  }
});

test('the number of requirements matches the pages', () => {
  expect(otcRequirements).toHaveLength(104);
});

test('every requirement has a level, a sentence and an actor', () => {
  for (const { id, level, sentence, appliesTo } of otcRequirements) {
    expect(['MUST', 'MUST NOT', 'SHOULD', 'MAY'], id).toContain(level);
    expect(['server', 'client', 'process'], id).toContain(appliesTo);
    expect(sentence, id).toMatch(/^[A-Z$].{15,}\.$/);
  }
});

test('every case names requirements that exist', () => {
  for (const { title, requirements } of cases) {
    expect(requirements.length, title).toBeGreaterThan(0);
    for (const id of requirements) expect(known.has(id), `${title}: ${id}`).toBe(true);
  }
});

test(`the suite has ${cases.length} cases, and must not have fewer than 600`, () => {
  expect(cases.length).toBeGreaterThanOrEqual(600);
});

test('no two cases of a group share a title', () => {
  for (const { title, cases: ofGroup } of otcSuite) {
    const titles = ofGroup.map((otcCase) => otcCase.title);
    expect(new Set(titles).size, title).toBe(titles.length);
  }
});
