import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../packages.mjs';

describe('the suites that run separately', () => {
  /** @type {string} */
  let checkout;
  beforeAll(() => {
    checkout = mkdtempSync(join(tmpdir(), 'toolwire-checkout-'));
    mkdirSync(join(checkout, 'scripts'));
    for (const script of ['own-suites.mjs', 'package-folders.mjs']) {
      copyFileSync(join(root, 'scripts', script), join(checkout, 'scripts', script));
    }
    for (const [name, kind] of [
      ['slow', 'beside'],
      ['steady', 'alone'],
      ['quick', undefined],
    ]) {
      mkdirSync(join(checkout, 'tests', `${name}`), { recursive: true });
      writeFileSync(join(checkout, 'tests', `${name}`, 'package.json'), JSON.stringify({ toolwire: { tests: kind } }));
    }
  });
  afterAll(() => rmSync(checkout, { recursive: true }));

  /** @param {string} kind */
  const list = (kind) => {
    const script = join(checkout, 'scripts/own-suites.mjs');
    const { status, stdout } = spawnSync(process.execPath, [script, kind], { encoding: 'utf8' });
    return { status, suites: stdout.split('\n').filter(Boolean) };
  };

  it('are found before the installation', () => {
    expect(list('beside')).toEqual({ status: 0, suites: ['tests/slow'] });
    expect(list('alone')).toEqual({ status: 0, suites: ['tests/steady'] });
  });

  it('cause an error if there are no such suites', () => {
    expect(list('sideways')).toEqual({ status: 1, suites: [] });
  });
});
