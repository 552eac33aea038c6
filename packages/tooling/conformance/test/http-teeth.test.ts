import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentTools, fixtureTools } from '../src/fixtures.ts';
import { connectOtcServer, type OtcServer, otcSuite, runCase } from '../src/index.ts';
import type { RunningServer } from '../src/vitest.ts';
import { startNaiveServer } from './naive-http.ts';

const plain = ['Conf.Any', 'Conf.Counter', 'Conf.Echo', 'Conf.Sleep'];
let running: RunningServer;
let server: OtcServer;

beforeAll(async () => {
  running = await startNaiveServer([...documentTools(), ...fixtureTools().filter(({ id }) => plain.includes(id))]);
  server = await connectOtcServer(running.url);
});
afterAll(() => running.close());

const length = 'HTTP: the length of a body: Content-Length runs nothing';
const coding = 'HTTP: the length of a body: Transfer-Encoding runs';
const chunks = 'HTTP: chunks: a body in chunks with runs nothing';
const head = 'HTTP: heads: a head with runs nothing';
const start = 'HTTP: heads: a request line with runs';

test.each([
  ['takes the last of two lengths', `${length}: two that differ, the right one last`],
  ['takes the first of a list of lengths', `${length}: a list of two that differ`],
  ['takes a length with a plus', `${length}: one with a plus`],
  ['takes as much of a length as is a number', `${length}: one with a fraction`],
  ['trims the names of lines', `${length}: one with a space before its colon`],
  ['knows chunked in small letters only', `${coding} once: chunked in capitals`],
  ['looks for chunked anywhere', `${coding} nothing: another word`],
  ['takes a body that is packed as well', `${coding} nothing: gzip, and then chunked`],
  ['takes chunked for the last coding', `${coding} nothing: chunked, and then identity`],
  [
    'prefers a length to chunks',
    'HTTP: the length of a body: both at once runs nothing: a length that covers the first chunk only',
  ],
  [
    'ends lines without a carriage return',
    'HTTP: the length of a body: both at once runs nothing: chunks behind a line break without a carriage return',
  ],
  ['forgets the sign of a size', `${chunks}: a negative size`],
  ['takes a size as JavaScript reads it', `${chunks}: a size with 0x`],
  ['needs no end of a chunk', `${chunks}: no line break behind the data`],
  ['takes lines that are none', `${head}: a line without a colon`],
  ['takes lines without a name', `${head}: a line without a name`],
  ['takes names with spaces', `${head}: a name with a space`],
  ['takes null bytes', `${head}: a value with a null byte`],
  ['takes carriage returns', `${head}: a value with a carriage return`],
  ['takes methods in any case', `${start} nothing: a method in small letters`],
  ['takes any protocol', `${start} nothing: a version of another protocol`],
  ['splits at tabs', `${start} nothing: tabs for spaces`],
  ['stumbles over an empty line', `${start} once: an empty line in front`],
  ['knows paths only', `${start} once: the whole address`],
  ['turns backslashes round', `${start} nothing: a path with backslashes`],
  ['ends a path at a null byte', `${start} nothing: a path with a null byte`],
  ['takes a body of GET for a request', 'HTTP: connections: a request inside a body does not run: the health check'],
  ['never closes', 'HTTP: connections: a client that sends Connection: close is disconnected'],
  ['answers TRACE', 'HTTP: connections: TRACE never echoes the request'],
])('a server that %s is caught', { concurrent: true }, async (_flaw, title) => {
  const found = otcSuite.flatMap((group) => group.cases.filter((one) => `${group.title}: ${one.title}` === title));
  const results = await Promise.all(found.map((one) => runCase(one, server)));
  expect(results.map(({ status }) => status)).toEqual(['warn']);
});
