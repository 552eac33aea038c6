import { describe, expect, it } from 'vitest';
import { stateIn, titlesOf } from '../src/cases/otc-case.ts';
import { otcSuite } from '../src/cases/otc-suite.ts';
import { sampleCases } from '../src/host/sample-cases.ts';

describe('a sample of the cases', () => {
  const sample = sampleCases(new Map());

  it('contains a case of every group, for every state of the group', () => {
    const statesOf = (group: (typeof otcSuite)[number]): string[] => [
      ...new Set(group.cases.map(({ needs = [] }) => `${group.title}, ${stateIn(needs) ?? 'any state'}`)),
    ];
    expect(sample.flatMap(statesOf)).toEqual(otcSuite.flatMap(statesOf));
  });

  it('contains all cases about bytes, paths and headers, and is smaller in total', () => {
    const whole = otcSuite.filter(
      ({ title, cases }) => cases.length === sample.find((one) => one.title === title)?.cases.length,
    );
    const titles = whole.map(({ title }) => title);
    expect(titles).toEqual(
      expect.arrayContaining(['Edge 22: content types', 'Edge 23: bytes', 'HTTP: heads', 'HTTP: connections']),
    );
    expect(titles).not.toContain('Parameters');
    expect(sample.flatMap(titlesOf).length).toBeLessThan(otcSuite.flatMap(titlesOf).length / 2);
  });

  it('contains every case with an exception, so that a passing exception is noticed', () => {
    const last = otcSuite.find(({ title }) => title === 'Parameters')?.cases.at(-1)?.title ?? '';
    const reasons = new Map([[`Parameters: ${last}`, 'this host has no parameters']]);
    expect(sample.flatMap(titlesOf)).not.toContain(`Parameters: ${last}`);
    expect(sampleCases(reasons).flatMap(titlesOf)).toContain(`Parameters: ${last}`);
  });
});
