import { expect, test } from 'vitest';
import { readText } from '../packages.mjs';

const page = readText('docs/recipes/containers.md');
/** @param {RegExp} pattern */
const numberIn = (pattern) => Number((pattern.exec(page)?.[1] ?? '').replaceAll('_', ''));

test('each shutdown timeout in the recipe for containers is shorter than the next', () => {
  const [grace, deadline, limit] = [/ graceMs: ([\d_]+)/, / deadlineMs: ([\d_]+)/, / hardLimitMs: ([\d_]+)/].map(
    numberIn,
  );
  const killed = numberIn(/terminationGracePeriodSeconds: (\d+)\n/) * 1000;
  const byDocker = numberIn(/docker stop --time (\d+)/) * 1000;
  const probe = numberIn(/readinessProbe:[^]*?periodSeconds: (\d+)/) * 1000;
  expect(grace).toBeGreaterThan(probe);
  expect(limit).toBeGreaterThan(Number(grace) + Number(deadline));
  expect(killed).toBeGreaterThan(Number(limit));
  expect(byDocker).toBeGreaterThan(Number(limit));
});
