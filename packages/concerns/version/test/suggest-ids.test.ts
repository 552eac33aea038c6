import process from 'node:process';
import { cpuMs, cpuRatio } from '@toolwire/internal/testing';
import { describe, expect, it } from 'vitest';
import { createVersionResolver, type VersionResolver } from '../src/index.ts';

const ids = [
  'Calculator.Add',
  'Calculator.Subtract',
  'Doorbell.Ring',
  'Gmail.Get_Emails',
  'System.GetTimestamp',
  '_._',
];
const resolver = createVersionResolver(
  ids.map((id) => ({ id, version: '1.0.0', ...(id === 'Doorbell.Ring' && { name: 'ring_the_bell' }) })),
);
const suggestionsFor = (id: unknown, among: VersionResolver = resolver) => {
  const resolution = among.resolve(id);
  return resolution.ok ? ['found'] : resolution.suggestions;
};

describe('an unknown ID gets suggestions', () => {
  it.each([
    ['Calculator.Ad', 'Calculator.Add'],
    ['Calculator.Addd', 'Calculator.Add'],
    ['Calculator.Dad', 'Calculator.Add'],
    ['Calculator.Substract', 'Calculator.Subtract'],
    ['Calculatr.Add', 'Calculator.Add'],
    ['Calcualtor.Add@1.0.0', 'Calculator.Add'],
    ['calculator.add', 'Calculator.Add'],
    ['CALCULATOR.ADD@2', 'Calculator.Add'],
    ['System.Get_Timestamp', 'System.GetTimestamp'],
    ['Gmail.GetEmails', 'Gmail.Get_Emails'],
    ['Calculator_Add', 'Calculator.Add'],
    ['Calculator-Add', 'Calculator.Add'],
    ['Calculator/Add@1', 'Calculator.Add'],
    [' Calculator.Add ', 'Calculator.Add'],
    ['Calculator.Add@latest', 'Calculator.Add'],
    ['\u0421alculator.Add', 'Calculator.Add'],
    ['ring_the_bell', 'Doorbell.Ring'],
  ])('%j is similar to %s', (asked, meant) => {
    expect(suggestionsFor(asked)[0]).toBe(meant);
  });

  it.each(['Weather.Now', 'Calculator.Multiply', 'x', '', '@', '...', '_', '__', 'Calculator.', '.Add', 42])(
    '%j is similar to no tool',
    (asked) => {
      expect(suggestionsFor(asked)).toEqual([]);
    },
  );

  it('the most similar ID is first, and at most three are returned', () => {
    const crowd = createVersionResolver(
      ['Kit.Search1', 'Kit.Search2', 'Kit.Search3', 'Kit.Search4', 'Kit.Searches'].map((id) => ({
        id,
        version: '1.0.0',
      })),
    );
    expect(crowd.resolve('Kit.Searchs')).toMatchObject({ suggestions: ['Kit.Search1', 'Kit.Search2', 'Kit.Search3'] });
    expect(crowd.resolve('Kit.Searchess')).toMatchObject({ suggestions: ['Kit.Searches'] });
  });
});

describe('a search for similar IDs is fast, whatever the number of tools and the requested ID', () => {
  const count = process.env['TEST_SCOPE'] === 'all' ? 100_000 : 20_000;
  const number = (index: number) => String(index).padStart(6, '0');
  const crowdOf = (idOf: (index: number) => string, length = count) =>
    createVersionResolver(Array.from({ length }, (_, index) => ({ id: idOf(index), version: '1.0.0' })));
  const crowds: Record<string, (index: number) => string> = {
    'one toolkit': (index) => `Kit.Search${number(index)}`,
    'one tool name': (index) => `Kit${number(index)}.Search`,
    'long names': (index) => `Kit.${'S'.repeat(57)}${number(index)}`,
    'one spelling': (index) =>
      `Kit.${[...'searchthesemessages'].map((letter, bit) => (index & (1 << bit) ? `_${letter}` : letter)).join('')}`,
  };
  const asked = [
    'Kit.Search00500x',
    'Kit00500x.Search',
    `Kit.${'S'.repeat(57)}00500x`,
    `Kit.${'S'.repeat(250)}`,
    'kit.searchthesemessages',
    'Kit_Search005000',
    `${'K'.repeat(127)}.${'S'.repeat(127)}`,
    '.'.repeat(256),
    'x'.repeat(1e6),
  ];

  it.each(Object.entries(crowds))(`among ${count} tools of %s`, (_, idOf) => {
    const [few, many] = [crowdOf(idOf, 1_000), crowdOf(idOf)];
    const resolveAll = (crowd: VersionResolver) => () => {
      for (const id of Array.from({ length: 10 }, () => asked).flat()) {
        let askedAbout = 0;
        crowd.resolve(id, { visible: () => ++askedAbout < 0 });
        if (askedAbout >= 100) throw new Error(`${askedAbout} tools were checked.`);
      }
    };
    // About the same. A comparison with all tools takes 20 times as long.
    expect(cpuRatio(resolveAll(many), resolveAll(few), 6)).toBeLessThan(6);
    expect(cpuMs(resolveAll(few))).toBeLessThan(10_000);
  });

  it('and finds the similar ID among many', () => {
    const crowd = crowdOf((index) => `Kit.Search${number(index)}`);
    expect(suggestionsFor('Kit.Search00500', crowd)).toContain('Kit.Search005000');
    expect(suggestionsFor('kit.search005000', crowd)).toContain('Kit.Search005000');
  });
});
