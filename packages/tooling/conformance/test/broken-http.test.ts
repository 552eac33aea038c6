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

test.each([
  [
    'takes the last of two lengths',
    'HTTP: body lengths: a call with two different Content-Length headers, the right one last runs nothing',
  ],
  [
    'takes the first of a list of lengths',
    'HTTP: body lengths: a call with two different numbers in Content-Length runs nothing',
  ],
  ['takes a length with a plus', 'HTTP: body lengths: a call with a plus sign in Content-Length runs nothing'],
  [
    'takes as much of a length as is a number',
    'HTTP: body lengths: a call with a fraction in Content-Length runs nothing',
  ],
  [
    'trims the names of lines',
    'HTTP: body lengths: a call with a space before the colon of Content-Length runs nothing',
  ],
  [
    'knows chunked in small letters only',
    'HTTP: body lengths: a call with Transfer-Encoding chunked in capitals runs once',
  ],
  ['looks for chunked anywhere', 'HTTP: body lengths: a call with Transfer-Encoding xchunked runs nothing'],
  [
    'takes a body that is packed as well',
    'HTTP: body lengths: a call with Transfer-Encoding gzip, chunked runs nothing',
  ],
  [
    'takes chunked for the last coding',
    'HTTP: body lengths: a call with Transfer-Encoding chunked, identity runs nothing',
  ],
  [
    'prefers a length to chunks',
    'HTTP: body lengths: a call with a Content-Length that covers only the first chunk size runs nothing',
  ],
  [
    'ends lines without a carriage return',
    'HTTP: body lengths: a call with Transfer-Encoding after a bare line feed runs nothing',
  ],
  ['reads sizes in small letters only', 'HTTP: chunks: a call with chunk sizes in capitals runs once'],
  ['forgets the sign of a size', 'HTTP: chunks: a call with a negative chunk size runs nothing'],
  ['takes a size as JavaScript reads it', 'HTTP: chunks: a call with 0x before its chunk size runs nothing'],
  ['needs no end of a chunk', 'HTTP: chunks: a call with no line break after its chunk runs nothing'],
  ['takes lines that are none', 'HTTP: heads: a call with a header line without a colon runs nothing'],
  ['takes lines without a name', 'HTTP: heads: a call with a header line without a name runs nothing'],
  ['takes names with spaces', 'HTTP: heads: a call with a space in a header name runs nothing'],
  ['takes null bytes', 'HTTP: heads: a call with a null byte in a header value runs nothing'],
  ['takes carriage returns', 'HTTP: heads: a call with a carriage return in a header value runs nothing'],
  ['takes methods in any case', 'HTTP: heads: a call with a lower-case method runs nothing'],
  ['takes any protocol', 'HTTP: heads: a call with the version of another protocol runs nothing'],
  ['splits at tabs', 'HTTP: heads: a call with tabs in its request line runs nothing'],
  ['stumbles over an empty line', 'HTTP: heads: a call with an empty line before its request line runs once'],
  ['knows paths only', 'HTTP: heads: a call with an absolute URL as its path runs once'],
  ['turns backslashes round', 'HTTP: heads: a call with backslashes in its path runs nothing'],
  ['ends a path at a null byte', 'HTTP: heads: a call with a null byte in its path runs nothing'],
  ['takes a body of GET for a request', 'HTTP: connections: a request inside a body does not run: the health check'],
  ['never closes', 'HTTP: connections: a client that sends Connection: close is disconnected'],
  ['answers TRACE', 'HTTP: connections: TRACE never echoes the request'],
])('a server that %s is caught', { concurrent: true }, async (_flaw, title) => {
  const cases = otcSuite.flatMap((group) =>
    group.cases.filter((otcCase) => `${group.title}: ${otcCase.title}` === title),
  );
  const results = await Promise.all(cases.map((otcCase) => runCase(otcCase, server)));
  expect(results.map(({ status }) => status)).toEqual(['warn']);
});
