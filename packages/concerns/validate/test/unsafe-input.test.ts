import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ajv } from '../src/ajv.ts';
import { countSafeParts, findUnsafeParts } from '../src/compile/unsafe-input.ts';
import { compileInput } from '../src/index.ts';
import { noEval } from '../src/no-eval.ts';
import { checkInput, errorsOf } from './sync-checks.ts';

const anything = [
  ['zod', compileInput(z.looseObject({}))],
  ['ajv', compileInput({ type: 'object' }, { validator: ajv() })],
  ['no-eval', compileInput({ type: 'object' }, { validator: noEval() })],
  ['no schema', compileInput(undefined)],
] as const;

const read = (text: string): unknown => JSON.parse(text);

describe.each(anything)('before any schema (%s), an input is rejected for', (_, compiled) => {
  it('numbers that JSON text can overflow to', () => {
    const input = read('{"a":1e400,"b":[1,-1e400],"c":{"d":[{"e":1e999}]},"f":1e308}');
    expect(errorsOf(compiled, input)).toEqual({
      a: 'Must be a finite number',
      b: '[1]: must be a finite number',
      c: 'd[0].e: must be a finite number',
    });
  });

  it('names that set prototypes, at any depth', () => {
    const input = read(
      '{"__proto__":{"admin":true},"a":[{"__proto__":1}],"constructor":{"prototype":{"admin":true}},"b":{"constructor":"a word"}}',
    );
    expect(JSON.stringify(checkInput(compiled, input))).toBe(
      '{"ok":false,"message":"Some input parameters are invalid","parameterErrors":{"__proto__":"Is not an allowed name","a":"[0].__proto__: is not an allowed name","constructor":"Is not an allowed name"}}',
    );
    expect('admin' in {}).toBe(false);
  });

  it('excessive nesting, and cycles', () => {
    const deep = read(`{"a":${'['.repeat(4105)}${']'.repeat(4105)}}`);
    expect(errorsOf(compiled, deep)['a']).toMatch(/is too large or too deeply nested$/);
    const cyclic: Record<string, unknown> = {};
    cyclic['one'] = cyclic;
    cyclic['two'] = cyclic;
    expect(Object.values(errorsOf(compiled, cyclic))[0]).toMatch(/too large or too deeply nested/);
  });
});

describe('an input that is only unusual', () => {
  it.each([
    '{"constructor":"a word"}',
    '{"constructor":{"name":"x"}}',
    '{"prototype":{"a":1}}',
    '{"toString":1,"valueOf":2,"hasOwnProperty":3}',
    '{"\\ud800":"\\udfff"}',
    '{"":{"":[]}}',
    `{"a":${'['.repeat(150)}${']'.repeat(150)}}`,
  ])('is left to the schema: %s', (text) => {
    expect(countSafeParts(read(text) as object)).toBeDefined();
    expect(checkInput(compileInput({}, { validator: ajv() }), read(text))).toEqual({ ok: true, value: read(text) });
  });

  it('is rejected exactly when an unsafe part is found', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (input) => {
        const unsafe = countSafeParts(input) === undefined;
        const text = JSON.stringify(input);
        if (unsafe) expect(text).toMatch(/__proto__|constructor/);
        else expect(findUnsafeParts(input, 10)).toEqual([{ path: [], kind: 'too_deep' }]);
      }),
    );
    const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`n${index}`, Number.NaN]));
    expect(findUnsafeParts(wide, 100)).toHaveLength(100);
  });
});
