import process from 'node:process';
import { expect, it } from 'vitest';

it('the tests run on the Node they are meant for: EXPECTED_NODE_MAJOR where it is set, 20 or newer elsewhere', () => {
  const major = Number(process.versions.node.split('.')[0]);
  expect(major).toBeGreaterThanOrEqual(20);
  expect(String(major)).toBe(process.env['EXPECTED_NODE_MAJOR'] ?? String(major));
});
