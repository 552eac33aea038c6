import { deepStrictEqual } from 'node:assert/strict';
import { type CaseGroup, casesFor, groupOf } from '../otc-case.ts';
import { anyCallWith } from '../support/calls.ts';
import { expectRefused, expectValue } from '../support/expect.ts';

type Row = readonly [name: string, json: string];

// Syntax that some JSON parsers accept and RFC 8259 does not.
const invalid: readonly Row[] = [
  ['a number with a leading zero', '01'],
  ['a negative number with a leading zero', '-01'],
  ['a number with a plus', '+1'],
  ['a number without a whole part', '.5'],
  ['a number without digits after the point', '1.'],
  ['a number without digits in its exponent', '1e'],
  ['a number with two points', '1.2.3'],
  ['a number in hexadecimal', '0x10'],
  ['a number with underscores', '1_000'],
  ['a BigInt literal', '1n'],
  ['two minuses', '--1'],
  ['only a minus', '-'],
  ['minus infinity', '-Infinity'],
  ['True', 'True'],
  ['NULL', 'NULL'],
  ['undefined', 'undefined'],
  ['no value', ''],
  ['an invalid escape', '"\\x41"'],
  ['half an escape', '"\\u12"'],
  ['an escape with full-width digits', '"\\u１２３４"'],
  ['an escaped line break', '"\\\n"'],
  ['a tab in a string', '"\t"'],
  ['a null character in a string', '"\0"'],
  ['a string without an end', '"a'],
  ['a string in typographic quotes', '“a”'],
  ['a list with a trailing comma', '[1,]'],
  ['a list with a leading comma', '[,1]'],
  ['a list with two commas', '[1,,2]'],
  ['a list without commas', '[1 2]'],
  ['a list that ends as an object', '[1}'],
  ['an object with a trailing comma', '{"a":1,}'],
  ['an object without a colon', '{"a" 1}'],
  ['an object with an equals sign', '{"a"=1}'],
  ['an object with a number as a name', '{1:1}'],
  ['an object without a name', '{:1}'],
  ['a non-breaking space', '\u00a01'],
  ['a line separator between values', '\u20281'],
  ['a form feed between values', '\f1'],
  ['a line comment', '1 // one\n'],
  ['a shell comment', '1 # one\n'],
];

const valid: readonly Row[] = [
  ['minus zero', '-0'],
  ['an exponent with a plus', '1E+2'],
  ['the smallest number', '5e-324'],
  ['a number that underflows', '1e-400'],
  ['the largest number', '1.7976931348623157e308'],
  ['the largest safe integer', '9007199254740991'],
  ['a fraction without an exact binary form', '0.1'],
  ['every short escape', '"\\"\\\\\\/\\b\\f\\n\\r\\t"'],
  ['an escaped letter', '"\\u0041\\u00e4"'],
  ['an escaped null', '"\\u0000"'],
  ['an escaped surrogate pair', '"\\ud83d\\udc22"'],
  ['white space of every kind', ' \t\r\n[ \t\r\n1 , 2\n] '],
  ['a line separator in a string', '"\u2028\u2029"'],
  ['the last characters of the first and last planes', '"\uffff\u{10ffff}"'],
];

/** The grammar of RFC 8259, for a value inside a call. */
export const jsonGrammarCases: CaseGroup = groupOf({
  title: 'Edge 18: JSON grammar',
  needs: ['fixtures'],
  cases: [
    ...casesFor(invalid, ([name, json]) => ({
      title: `invalid JSON: ${name}`,
      requirements: ['OTC-REQ-01', 'OTC-CALL-07'],
      run: async (server) => void expectRefused(await server.post(anyCallWith(json))),
    })),
    ...casesFor(valid, ([name, json]) => ({
      title: `valid JSON, returned unchanged: ${name}`,
      requirements: ['OTC-REQ-01', 'OTC-RESP-05'],
      run: async (server) => {
        const returned = expectValue(await server.post(anyCallWith(json)));
        deepStrictEqual(withoutSignOfZero(returned), withoutSignOfZero(JSON.parse(json)));
      },
    })),
    {
      title: 'an escaped name is the same name',
      requirements: ['OTC-REQ-01', 'OTC-REQ-02'],
      run: async (server) => {
        const body = '{"\\u0072equest":{"tool\\u005fid":"Conf.\\u0041ny@1.0.0","in\\u0070ut":{"\\u0076alue":"same"}}}';
        deepStrictEqual(expectValue(await server.post(body)), 'same');
      },
    },
  ],
});

/** Parsers may drop the sign of zero, and may keep it. */
function withoutSignOfZero(value: unknown): unknown {
  return value === 0 ? 0 : value;
}
