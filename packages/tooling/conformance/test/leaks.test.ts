import { expect, test } from 'vitest';
import { findLeak } from '../src/index.ts';

test.each([
  ['a stack trace', new Error('x').stack ?? ''],
  ['a stack trace', 'failed at run (/srv/app/tool.js:3:5)'],
  ['a source position', 'failed in tool.ts:12:3'],
  ['a file path', 'ENOENT: no such file, open "/home/me/.env"'],
  ['a file path', 'see file:///x'],
  ['a JSON parser message', 'Unexpected token } in JSON at position 5'],
  ['a JSON parser message', '"secret" is not valid JSON'],
  ['an exception name', 'TypeError: x is not a function'],
  ['a stringified object', 'failed: [object Object]'],
])('%s is found', (name, text) => {
  expect(findLeak(text)).toBe(name);
});

test.each([
  'The body is not valid JSON.',
  "Tool 'Calculator_Add' was not found",
  'Calculator.Add version 2.0.0 is not available',
  'Send application/json to POST /tools/call.',
  'The host api.example.com is not reachable (ECONNREFUSED)',
  'Must be a number, got the string "infinity"',
  'Supported versions: otc://1.0, https://github.com/OpenToolCalling/Specification/tree/main/spec/http/1.0/openapi.json',
])('%s is not a leak', (text) => {
  expect(findLeak(text)).toBeUndefined();
});
