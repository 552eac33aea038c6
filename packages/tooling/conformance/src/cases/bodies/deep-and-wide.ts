import { strictEqual } from 'node:assert/strict';
import type { Need } from '../../client/otc-server.ts';
import { type CaseGroup, casesFor, groupOf } from '../otc-case.ts';
import { addition, anyCallWith, callConf, envelope, expectAlive } from '../support/calls.ts';
import { expectInvalid, expectQuick, expectRefused, expectStatus, expectValue } from '../support/expect.ts';

const oneMebibyte = 1024 * 1024;

/** Returns a call of Conf.Any whose body has this depth. */
function nested(levels: number, open = '[', close = ']', core = ''): string {
  const innerLevels = levels - 3;
  return anyCallWith(open.repeat(innerLevels) + core + close.repeat(innerLevels));
}

const nestedObjects = (levels: number): string => nested(levels, '{"a":', '}', '1');

const manyKeys = (count: number): string =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join(',')}}`;

const limitsCall = (input: string): string => `{"request":{"tool_id":"Conf.Limits@1.0.0","input":${input}}}`;

const itemsCall = (count: number): string =>
  limitsCall(JSON.stringify({ items: Array.from({ length: count }, (_, index) => index) }));

const backtrackingCall = (letters: number): string => limitsCall(`{"text":"${'a'.repeat(letters)}!"}`);

const additionOf = (number: string): string =>
  envelope({ ...addition, input: { a: 'HERE', b: 1 } }).replace('"HERE"', number);

type InputKind = 'valid' | 'invalid' | 'malformed';

/** The statuses for each kind of input. The standard allows a server to limit its input, and to refuse input over a limit. */
const statusesOf: Readonly<Record<InputKind, readonly number[]>> = {
  valid: [200, 400, 422],
  invalid: [400, 422],
  malformed: [400],
};

/** A body that is costly to read, with the kind of its input. */
type CostlyBody = readonly [name: string, body: () => string, kind: InputKind, needs?: readonly Need[] | undefined];

const costlyBodies: readonly CostlyBody[] = [
  ...[4_105, 20_000, 200_000].flatMap((levels): readonly CostlyBody[] => [
    [`${levels} nested lists`, () => nested(levels), 'valid'],
    [`${levels} lists that are never closed`, () => anyCallWith('['.repeat(levels)), 'malformed'],
  ]),
  ['20000 nested objects', () => nestedObjects(20_000), 'valid'],
  ['a string of 1 MiB', () => anyCallWith(`"${'x'.repeat(oneMebibyte)}"`), 'valid'],
  ['a million keys', () => anyCallWith(manyKeys(1_000_000)), 'valid'],
  ['80000 keys', () => anyCallWith(manyKeys(80_000)), 'valid'],
  ['80000 unexpected parameters', () => limitsCall(manyKeys(80_000)), 'invalid'],
  ['a number of 100000 digits', () => additionOf('9'.repeat(100_000)), 'valid', ['documents', 'fixtures']],
  ['a fraction of 100000 digits', () => additionOf(`0.${'9'.repeat(100_000)}`), 'valid', ['documents', 'fixtures']],
  ['5000 items that must all differ', () => itemsCall(5_000), 'valid'],
  ['20000 letters that make a pattern backtrack', () => backtrackingCall(20_000), 'invalid'],
];

/** Bodies for which a server without limits may need minutes, which the standard allows. */
const slowBodies: readonly CostlyBody[] = [
  ['40000 items that must all differ', () => itemsCall(40_000), 'valid'],
  ['200000 items that must all differ', () => itemsCall(200_000), 'valid'],
  ['500000 letters that make a pattern backtrack', () => backtrackingCall(500_000), 'invalid'],
];

/** Deep, long and costly input (CASE-21). The standard limits neither the depth, the size nor the time. */
export const deepAndWideCases: CaseGroup = groupOf({
  title: 'Edge 21: deep and wide',
  needs: ['fixtures'],
  cases: [
    ...casesFor(costlyBodies, ([name, body, kind, needs]) => ({
      title: `a costly body is refused or answered, and the server keeps running: ${name}`,
      requirements: kind === 'invalid' ? ['OTC-CALL-10', 'OTC-CALL-11'] : ['OTC-CALL-07'],
      ...(needs && { needs }),
      run: async (server) => {
        expectStatus(await server.post(body()), ...statusesOf[kind]);
        await expectAlive(server);
      },
    })),
    ...casesFor([...costlyBodies, ...slowBodies], ([name, body, kind, needs]) => ({
      title: `a costly body is refused or answered quickly: ${name}`,
      requirements: ['OTC-CALL-07'],
      ...(needs && { needs }),
      grade: 'advised',
      run: async (server) => expectStatus(await expectQuick(() => server.post(body())), ...statusesOf[kind]),
    })),
    {
      title: 'depth is limited in every part of a body',
      requirements: ['OTC-CALL-07'],
      grade: 'advised',
      run: async (server) => {
        const deep = '['.repeat(5000) + ']'.repeat(5000);
        for (const body of [
          nested(4_105),
          nested(200_000),
          nestedObjects(20_000),
          deep,
          `{"x":${deep},"request":{"tool_id":"Conf.Echo"}}`,
          `{"request":{"tool_id":"Conf.Echo","call_id":${deep}}}`,
          `{"request":{"tool_id":"Conf.Echo","context":${deep}}}`,
          `{"$schema":${deep},"request":{"tool_id":"Conf.Echo"}}`,
        ]) {
          expectRefused(await server.post(body));
        }
      },
    },
    {
      title: '60 levels are accepted and 200 are refused',
      requirements: ['OTC-CALL-07'],
      grade: 'advised',
      run: async (server) => {
        expectValue(await server.post(nested(60)));
        expectRefused(await server.post(nested(200)));
      },
    },
    {
      title: 'brackets inside a string do not count as depth',
      requirements: ['OTC-CALL-05'],
      run: async (server) => {
        for (const value of ['['.repeat(5000), `\\"${'{'.repeat(5000)}`, `\\${'['.repeat(5000)}\\`]) {
          strictEqual(expectValue(await callConf(server, 'Any', { value })), value);
        }
      },
    },
    {
      title: 'a body of more than 1 MiB is refused, and the connection closed',
      requirements: ['OTC-CALL-07'],
      grade: 'advised',
      run: async (server) => {
        const response = await server.post(anyCallWith(`"${'x'.repeat(oneMebibyte)}"`));
        expectRefused(response);
        strictEqual(response.headers['connection'], 'close');
      },
    },
    {
      title: 'a body of a little less than 1 MiB is accepted',
      requirements: ['OTC-CALL-05'],
      grade: 'advised',
      run: async (server) => {
        const value = 'x'.repeat(oneMebibyte - 200);
        strictEqual(expectValue(await server.post(anyCallWith(JSON.stringify(value)))), value);
      },
    },
    {
      title: 'items that must all differ are compared',
      requirements: ['OTC-CALL-10', 'OTC-CALL-11'],
      run: async (server) => {
        const response = await server.post(itemsCall(5_000));
        if (response.status === 200) strictEqual(expectValue(response), 5_000);
        expectInvalid(await server.post(limitsCall('{"items":[1,2,1]}')));
      },
    },
  ],
});
