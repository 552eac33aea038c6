import process from 'node:process';
import { expect, it } from 'vitest';

it('the tests run on the intended Node: EXPECTED_NODE_MAJOR if it is set, otherwise 20 or newer', () => {
  const major = Number(process.versions.node.split('.')[0]);
  expect(major).toBeGreaterThanOrEqual(20);
  expect(String(major)).toBe(process.env['EXPECTED_NODE_MAJOR'] ?? String(major));
});
