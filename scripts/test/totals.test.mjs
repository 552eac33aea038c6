import { describe, expect, it } from 'vitest';
import { totals } from '../totals.mjs';

const clean = { passed: 3, skipped: 1, failures: [], secondTries: [], slowest: [] };
const broken = {
  file: 'packages/a/test/b.test.ts',
  name: 'a tool > answers',
  error: 'expected 1 to be 2\n    at line 7',
};

describe('the totals of all runs', () => {
  it('end with one machine-readable line', () => {
    const { text, passed, failed } = totals([{ name: 'here', report: clean }], []);
    expect(text.split('\n')).toEqual(['here: 3 passed, 0 failed, 1 skipped', '3 passed, 0 failed']);
    expect([passed, failed]).toEqual([3, 0]);
  });

  it('name each failed test with its file and the first line of its error, right before that line', () => {
    const legs = [
      { name: 'here', report: { ...clean, failures: [broken] } },
      { name: 'node-24', report: clean },
    ];
    expect(totals(legs, []).text.split('\n').slice(-2)).toEqual([
      'failed: here: packages/a/test/b.test.ts > a tool > answers: expected 1 to be 2',
      '6 passed, 1 failed',
    ]);
  });

  it('name a file that could not be loaded, without tests', () => {
    const { text } = totals([{ name: 'here', report: { ...clean, failures: [{ ...broken, name: '' }] } }], []);
    expect(text).toContain('failed: here: packages/a/test/b.test.ts: expected 1 to be 2\n');
  });

  it('name tests that passed only in the second attempt, and count them as passed', () => {
    const { text, failed } = totals([{ name: 'here', report: { ...clean, secondTries: [broken] } }], []);
    expect(text).toContain('passed at the second try: here: packages/a/test/b.test.ts > a tool > answers: expected 1');
    expect(failed).toBe(0);
  });

  it('name the slowest files of each run', () => {
    const slowest = [
      { file: 'a.test.ts', seconds: 12 },
      { file: 'b.test.ts', seconds: 3 },
    ];
    const { text } = totals([{ name: 'here', report: { ...clean, slowest } }], []);
    expect(text).toContain('slowest in here: a.test.ts 12 s, b.test.ts 3 s');
  });

  it('name every failed step, and never end with 0 failed then', () => {
    const { text, failed } = totals([{ name: 'here', report: clean }], ['checks', 'check: lint']);
    expect(text.split('\n').slice(-3)).toEqual(['failed: checks', 'failed: check: lint', '3 passed, 2 failed']);
    expect(failed).toBe(2);
  });

  it('count a run that wrote no report as failed', () => {
    const { text, failed } = totals([{ name: 'here', report: undefined }], []);
    expect(text).toContain('failed: here: wrote no report');
    expect(failed).toBe(1);
  });
});
