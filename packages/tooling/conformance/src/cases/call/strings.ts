import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { type CaseGroup, casesFor, groupOf } from '../otc-case.ts';
import { anyCallWith, callConf } from '../support/calls.ts';
import { expectResult, expectValue } from '../support/expect.ts';

const strings: readonly (readonly [name: string, text: string])[] = [
  ['composed letters', 'é\u00e5'],
  ['decomposed letters', 'e\u0301a\u030a'],
  ['full-width letters', 'ＡＢｃ１'],
  ['a ligature, a sharp s and a dotless i', 'ﬁßıİ'],
  ['text from right to left', 'שלום \u202eabc\u202c'],
  ['an emoji of several code points', '👩‍👩‍👧‍👦'],
  ['an emoji flag and a skin tone', '🏴󠁧󠁢󠁥󠁮󠁧󠁿👍🏿'],
  ['invisible characters', '\u200b\u200d\ufeff\u00ad\u2060'],
  ['noncharacters', '\ufffe\uffff\u{1fffe}'],
  ['a replacement character', '\ufffd'],
  ['control characters', '\u0000\u0001\u001b[31m\u007f\u0085\u009f'],
  ['line breaks of every kind', 'a\rb\nc\r\nd\u2028e\u0085f'],
  ['white space at both ends', ' \t\u00a0 x \u3000\n'],
  ['many combining marks', `a${'\u0301'.repeat(2000)}`],
  ['HTML', '<script>alert(1)</script>&amp;&#0;'],
  ['JSON in JSON', '{"request":{"tool_id":"\\u0041"}}'],
  ['format strings', '%s %n %d {0} ${x} {{x}} \\x41'],
  ['a path and URLs', '../../etc/passwd file:///x http://169.254.169.254/'],
  ['a header', 'a\r\nSet-Cookie: x=1\r\n\r\nHTTP/1.1 200 OK'],
  ['names of JavaScript values', 'null undefined NaN true [object Object]'],
];

const names = ['', ' ', '0', '-1', '1e3', 'length', 'toJSON', 'then', 'valueOf', '$ref', '$schema', 'a.b', 'a[0]', 'é'];

/** Strings and names reach a tool and are returned unchanged. */
export const stringCases: CaseGroup = groupOf({
  title: 'Strings and names',
  needs: ['fixtures'],
  cases: [
    ...casesFor(strings, ([name, text]) => ({
      title: `a string is returned unchanged, as a value, a name and a call ID: ${name}`,
      requirements: ['OTC-RESP-05', 'OTC-RESP-01'],
      run: async (server) => {
        const value = { text, [text]: [text] };
        const callId = text.slice(0, 200);
        const response = await server.call({ tool_id: 'Conf.Any@1.0.0', call_id: callId, input: { value } });
        deepStrictEqual(expectValue(response), value);
        strictEqual(expectResult(response).call_id, callId);
        strictEqual(response.headers['set-cookie'], undefined);
      },
    })),
    ...casesFor(names, (name) => ({
      title: `a member is returned under its name: ${JSON.stringify(name)}`,
      requirements: ['OTC-RESP-05', 'OTC-REQ-05'],
      run: async (server) => {
        const response = await server.post(anyCallWith(`{${JSON.stringify(name)}:1}`));
        strictEqual(JSON.stringify(expectValue(response)), `{${JSON.stringify(name)}:1}`);
      },
    })),
    {
      title: 'members keep their order',
      requirements: ['OTC-RESP-05'],
      grade: 'advised',
      run: async (server) => {
        const value = { z: 1, a: { y: 1, b: 2 }, m: [{ q: 1, c: 2 }] };
        const response = await callConf(server, 'Any', { value });
        strictEqual(JSON.stringify(expectValue(response)), JSON.stringify(value));
      },
    },
  ],
});
