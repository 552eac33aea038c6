import { compareVersionTexts, markedName, versionedName } from '@toolwire/internal';
import { expect, test } from 'vitest';

test('orders versions by their numbers of any length, and a missing version first', () => {
  const versions = ['10.0.0', '', '9.10.0', '9.9.99999999999999999999', '9.9.9'];
  expect([...versions].sort(compareVersionTexts)).toEqual([
    '',
    '9.9.9',
    '9.9.99999999999999999999',
    '9.10.0',
    '10.0.0',
  ]);
  expect(compareVersionTexts('1.0.0', '1.0.0')).toBe(0);
});

test('names a version by the name of its tool, with a hash if that is in use or too long', () => {
  const add = { name: 'Calculator_Add', version: '1.0.0' };
  expect(versionedName(add, () => false)).toBe('Calculator_Add-1_0_0');
  expect(versionedName(add, () => true)).toMatch(/^Calculator_Add_[a-z0-9]{10}-1_0_0$/);
  expect(versionedName({ ...add, name: 'x'.repeat(64) }, () => false)).toMatch(/^x{47}_[a-z0-9]{10}-1_0_0$/);
});

test('marks a name by its subject', () => {
  const long = 'x'.repeat(80);
  expect(markedName(long, 'one')).toHaveLength(64);
  expect(markedName(long, 'one')).toBe(markedName(long, 'one'));
  expect(markedName(long, 'one')).not.toBe(markedName(long, 'two'));
});
