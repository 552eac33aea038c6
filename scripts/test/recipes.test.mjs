import { expect, test } from 'vitest';
import { readText } from '../packages.mjs';

const page = readText('docs/recipes/containers.md');
/** @param {RegExp} pattern */
const numberIn = (pattern) => Number((pattern.exec(page)?.[1] ?? '').replaceAll('_', ''));

test('each shutdown timeout in the recipe for containers is shorter than the next', () => {
  const [grace, deadline] = [/ graceMs: ([\d_]+)/, / deadlineMs: ([\d_]+)/].map(numberIn);
  const limit = numberIn(/hard limit \((\d+) s\)/) * 1000;
  const killed = numberIn(/terminationGracePeriodSeconds: (\d+)\n/) * 1000;
  const byDocker = numberIn(/docker stop --time (\d+)/) * 1000;
  const probe = numberIn(/readinessProbe:[^]*?periodSeconds: (\d+)/) * 1000;
  expect(grace).toBeGreaterThan(probe);
  // The default of `hardLimitMs`.
  expect(limit).toBe(Number(grace) + Number(deadline) + 2000);
  expect(killed).toBeGreaterThan(Number(limit));
  expect(byDocker).toBeGreaterThan(Number(limit));
});
