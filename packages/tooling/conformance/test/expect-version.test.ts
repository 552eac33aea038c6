import { AssertionError } from 'node:assert/strict';
import { expect, test } from 'vitest';
import { expectVersion } from '../src/cases/support/expect.ts';

test.each(['otc://1.05', 'otc://1.0/x', 'otc://11.0', 'urn:otc:1.0', 'https://x.example/11.0', '1.0', '', null, 1])(
  '%s is not version 1.0',
  ($schema) => {
    expect(() => expectVersion($schema)).toThrow(AssertionError);
  },
);

test.each([
  undefined,
  'otc://1.0',
  'urn:oxp:1.0',
  'https://github.com/OpenToolCalling/Specification/tree/main/spec/http/1.0/openapi.json',
])('%s is version 1.0', ($schema) => {
  expectVersion($schema);
});
