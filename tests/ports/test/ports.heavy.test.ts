import { describe, expect, test } from 'vitest';
import { compareServer } from '../src/compare-server.ts';
import { invalidInputs } from '../src/invalid-inputs.ts';
import { serverNames } from '../src/program.ts';

const sent = new Set<string>();

describe.each(serverNames)('the port of %s', (name) => {
  test('answers like the published server, except for the named differences', async () => {
    const { requests, undescribed, unused } = await compareServer(name);
    for (const request of requests) sent.add(request);
    expect(undescribed).toEqual([]);
    expect(unused).toEqual([]);
  });
});

test('every named answer to invalid input belongs to a request', () => {
  expect(Object.keys(invalidInputs).filter((request) => !sent.has(request))).toEqual([]);
});
