import { defineTool } from '@toolwire/core';
import { expect, test } from 'vitest';
import { documentTools, fixtureTools } from '../src/fixtures.ts';
import { titlesThat } from './failures.ts';
import type { TinyAnswer } from './tiny-protocol.ts';
import type { TinyServerOptions } from './tiny-server.ts';

type Tamper = NonNullable<TinyServerOptions['tamper']>;

/** Returns a list instead of a value that the small server cannot encode. */
const badTool = defineTool({
  id: 'Conf.Bad',
  version: '1.0.0',
  description: 'Returns a list.',
  input: { type: 'object' },
  output: {},
  run: () => [[]],
});

const plain = ['Conf.Any', 'Conf.Counter', 'Conf.Echo', 'Conf.Limits'];
const tools = [...documentTools(), ...fixtureTools().filter(({ id }) => plain.includes(id)), badTool];

const withStatus = (response: TinyAnswer, status: number): TinyAnswer => ({ ...response, status });
const bodyThat =
  (pattern: RegExp, status: number): Tamper =>
  (response, { body }) =>
    pattern.test(body) ? withStatus(response, status) : response;

const costly = 'Edge 21: deep and wide: a costly body is refused or answered, and the server keeps running';

const brokenServers: readonly (readonly [flaw: string, tamper: Tamper, caught: string])[] = [
  [
    'has a 500 for lists that are never closed',
    bodyThat(/\[{4000}\}/, 500),
    `${costly}: 4105 lists that are never closed`,
  ],
  [
    'has a 500 for a string that a pattern reads',
    bodyThat(/a{5000}!/, 500),
    `${costly}: 20000 letters that make a pattern backtrack`,
  ],
  ['runs a tool with unexpected parameters', unexpectedRuns, `${costly}: 80000 unexpected parameters`],
  ['has a 404 for a long ID', bodyThat(/A{5000}/, 404), 'Edge 1: tool ID grammar: an ID of 10 kB is refused'],
  [
    'has a 500 for a compressed body',
    (response, { headers }) => (headers['content-encoding'] === 'gzip' ? withStatus(response, 500) : response),
    'Edge 23: bytes: a body that would inflate to a gigabyte is refused, and the server keeps running',
  ],
  ...['deep', 'huge'].map(
    (kind) =>
      [
        `has a 500 for a ${kind} result`,
        bodyThat(new RegExp(`"kind":"${kind}"`), 500),
        `Edge 13: hostile values: an excessive result is sent or is a failure, and the server keeps running: ${kind}`,
      ] as const,
  ),
];

function unexpectedRuns(response: TinyAnswer, { body }: { readonly body: string }): TinyAnswer {
  if (!body.includes('Conf.Limits') || response.status !== 422) return response;
  return { ...response, status: 200, text: '{"result":{"call_id":"a","success":true,"value":0}}' };
}

test.each(brokenServers)('a server that %s is caught', async (_flaw, tamper, caught) => {
  expect(await titlesThat('pass', { tools }, {}, caught)).toEqual([caught]);
  expect(await titlesThat('fail', { tools, tamper }, {}, caught)).toEqual([caught]);
});
