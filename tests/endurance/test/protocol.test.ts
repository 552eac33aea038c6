import { gzipSync } from 'node:zlib';
import { connectOtcServer, type OtcServer, type RawReply, type RawStep } from '@toolwire/conformance';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { callBytes, resultOf } from '../src/requests.ts';
import { type ServerProcess, startServer } from '../src/server-process.ts';
import { inMegabytes, printFigures } from '../src/statistics.ts';

let child: ServerProcess;
let server: OtcServer;

beforeAll(async () => {
  child = await startServer('spec-server', { FIXTURES: '1' });
  server = await connectOtcServer(child.url);
});
afterAll(() => child.kill());

afterEach(expectUnharmed);

const host = 'Host: 127.0.0.1';
const json = 'Content-Type: application/json';
const good = JSON.stringify({ $schema: 'otc://1.0', request: { tool_id: 'Calculator.Add', input: { a: 1, b: 2 } } });
const inOneChunk = `${good.length.toString(16)}\r\n${good}\r\n0\r\n\r\n`;
const chunked = 'Transfer-Encoding: chunked';
const lengthOf = (body: string): string => `Content-Length: ${body.length}`;

/** The bytes of a call with exactly these header lines after Host and Content-Type. */
function post(headers: readonly string[], body: string, version = 'HTTP/1.1'): Buffer {
  return Buffer.from(head(`POST /tools/call ${version}`, host, json, ...headers) + body, 'latin1');
}

/** A request line with these header lines. */
function head(requestLine: string, ...headers: readonly string[]): string {
  return [requestLine, ...headers, '', ''].join('\r\n');
}

/** One answer, a refusal in JSON, and the end of the connection. */
function expectRefusedOnce({ responses, closed }: RawReply, ...statuses: readonly number[]): void {
  expect(responses.map(({ status }) => status)).toHaveLength(1);
  const [answer] = responses;
  expect(statuses).toContain(answer?.status);
  expect(answer?.headers).toMatchObject({ 'content-type': 'application/json', connection: 'close' });
  expect(JSON.parse(answer?.text ?? '')).toMatchObject({ message: expect.stringMatching(/./) as unknown });
  expect(closed).toBe(true);
}

async function expectUnharmed(): Promise<void> {
  expect(resultOf(await server.call({ tool_id: 'Calculator.Add', input: { a: 20, b: 22 } })).value).toBe(42);
  expect(child.complaints).toEqual([]);
}

function converse(steps: readonly RawStep[], end?: number | 'closed'): Promise<RawReply> {
  return server.converse(steps, end);
}

describe('pipelined requests on one connection', () => {
  test('get responses in their order when all arrive in one packet, however long the first one takes', async () => {
    const calls = [
      callBytes('Conf.Sleep', { ms: 200 }, 'first'),
      callBytes('Calculator.Add', { a: 2, b: 2 }, 'second'),
      callBytes('Calculator.Add', { a: 3, b: 3 }, 'third'),
    ];
    const { responses } = await converse([Buffer.concat(calls)], 3);
    expect(responses.map(resultOf)).toMatchObject([
      { call_id: 'first', value: 200 },
      { call_id: 'second', value: 4 },
      { call_id: 'third', value: 6 },
    ]);
  });

  test('do not affect the running request when they are garbage', async () => {
    for (const behind of ['garbage\r\n\r\n', 'GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n']) {
      for (const inOnePacket of [true, false]) {
        // A unique ID, because a repeated ID would return the previous result at once.
        const callId = crypto.randomUUID();
        const running = callBytes('Conf.Sleep', { ms: 200 }, callId);
        const steps = inOnePacket
          ? [Buffer.concat([running, Buffer.from(behind)])]
          : [running, { pauseMs: 50 }, behind];
        const { responses, closed } = await converse(steps, 'closed');
        expect(responses.map(resultOf)).toMatchObject([{ call_id: callId, value: 200 }]);
        expect(closed).toBe(true);
      }
    }
  });
});

describe('an ambiguous request', () => {
  const other = callBytes('Conf.Counter', { key: 'smuggled' }).toString('latin1');
  const refused: Readonly<Record<string, Buffer>> = {
    'a length and chunks': post([lengthOf(good), chunked], good + other),
    'chunks and a length': post([chunked, 'Content-Length: 4'], `${inOneChunk}${other}`),
    'two lengths': post([lengthOf(good), 'Content-Length: 5'], good + other),
    'the same length twice': post([lengthOf(good), lengthOf(good)], good + other),
    'a list of lengths': post([`${lengthOf(good)}, ${good.length}`], good + other),
    'a length with a sign': post([`Content-Length: +${good.length}`], good + other),
    'a negative length': post(['Content-Length: -1'], good + other),
    'a hexadecimal length': post(['Content-Length: 0x10'], good + other),
    'an empty length': post(['Content-Length: '], good + other),
    'a length beyond all numbers': post(['Content-Length: 99999999999999999999999'], good + other),
    'a space before the colon of a length': post([`Content-Length : ${good.length}`], good + other),
    'a space before the colon of the coding': post(['Transfer-Encoding : chunked'], inOneChunk + other),
    'chunked twice': post([chunked, chunked], inOneChunk + other),
    'chunks that are not the last coding': post(['Transfer-Encoding: chunked, identity'], inOneChunk + other),
    'a coding that only looks like chunks': post(['Transfer-Encoding: xchunked'], inOneChunk + other),
    'a header over two lines': post(['X-A: a\r\n b', lengthOf(good)], good + other),
    'lines that end without a carriage return': Buffer.from(
      post([lengthOf(good)], '')
        .toString('latin1')
        .replaceAll('\r\n', '\n') +
        good +
        other,
    ),
    'a carriage return inside a header': post(['X-A: a\rTransfer-Encoding: chunked', lengthOf(good)], good + other),
    'a zero byte inside a header': post(['X-A: a\0b', lengthOf(good)], good + other),
    'no Host': Buffer.from(head('GET /health HTTP/1.1') + other),
    'two Hosts': Buffer.from(head('GET /health HTTP/1.1', 'Host: a', 'Host: b') + other),
  };

  test.each(Object.entries(refused))('is refused, and no later request runs: %s', async (_name, bytes) => {
    expectRefusedOnce(await converse([bytes], 'closed'), 400);
    const count = await server.call({ tool_id: 'Conf.Counter', input: { key: 'smuggled', amount: 0 } });
    expect(resultOf(count).value).toBe(0);
  });
});

describe('a chunked body', () => {
  const size = good.length.toString(16);
  const broken: Readonly<Record<string, string>> = {
    'a size that is no number': `zz\r\n${good}\r\n0\r\n\r\n`,
    'a negative size': `-1\r\n${good}\r\n0\r\n\r\n`,
    'a size with a prefix': `0x${size}\r\n${good}\r\n0\r\n\r\n`,
    'a size beyond all numbers': `fffffffffffffffff\r\n${good}\r\n0\r\n\r\n`,
    'a size that is too small': `2\r\n${good}\r\n0\r\n\r\n`,
    'lines that end without a carriage return': `${size}\n${good}\n0\n\n`,
    'an extension of 20 kB': `${size};${'a'.repeat(20_000)}\r\n${good}\r\n0\r\n\r\n`,
    'a trailer of 20 kB': `${size}\r\n${good}\r\n0\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
    'garbage all over': '\0\u00ff{"request":'.repeat(100),
  };
  test.each(Object.entries(broken))('is refused when it has %s', async (_name, body) => {
    expectRefusedOnce(await converse([post([chunked], body)], 'closed'), 400, 413, 431);
  });

  const sound: Readonly<Record<string, string>> = {
    'an extension': `${size};a=b\r\n${good}\r\n0\r\n\r\n`,
    'a trailer': `${size}\r\n${good}\r\n0\r\nX-A: 1\r\n\r\n`,
    'a chunk for every byte': `${good
      .split('')
      .map((byte) => `1\r\n${byte}\r\n`)
      .join('')}0\r\n\r\n`,
  };
  test.each(Object.entries(sound))('is read when it has %s', async (_name, body) => {
    const { responses } = await converse([post([chunked], body)]);
    expect(responses.map(resultOf)).toMatchObject([{ success: true, value: 3 }]);
  });

  test('is refused when it exceeds the limit, and not read to its end', async () => {
    const chunk = `10000\r\n${' '.repeat(0x1_00_00)}\r\n`;
    const endless = Array.from({ length: 200 }, () => chunk);
    expectRefusedOnce(await converse([post([chunked], ''), ...endless], 'closed'), 400, 413);
  });
});

describe('a flood of headers', () => {
  const floods: Readonly<Record<string, readonly string[]>> = {
    '1 000 short ones': Array.from({ length: 1000 }, () => 'a:b'),
    '4 000 short ones': Array.from({ length: 4000 }, () => 'a:b'),
    '1 200 ordinary ones': Array.from({ length: 1200 }, (_, index) => `X-Header-${index}: value`),
    'one of 20 kB': [`X: ${'a'.repeat(20_000)}`],
    'a path of 20 kB': [],
  };
  test.each(Object.entries(floods))('gets a 431: %s', async (_name, headers) => {
    const path = headers.length === 0 ? `/${'a'.repeat(20_000)}` : '/health';
    expectRefusedOnce(await converse([head(`GET ${path} HTTP/1.1`, host, ...headers)], 'closed'), 431);
  });

  test('hides no relevant header, even behind 900 other headers', async () => {
    const many = Array.from({ length: 900 }, () => 'a:b');
    const bytes = head('POST /tools/call HTTP/1.1', host, ...many, json, lengthOf(good)) + good;
    const { responses } = await converse([bytes]);
    expect(responses.map(resultOf)).toMatchObject([{ value: 3 }]);
  });
});

describe('a body that is huge, or has a huge declared length', () => {
  test('is refused at once for its declared length, and the connection is closed', async () => {
    for (const length of [2 ** 31, 2 ** 53 + 2]) {
      const reply = await converse([post([`Content-Length: ${length}`], '{"request":')], 'closed');
      expectRefusedOnce(reply, 400, 413);
      expect(reply.responses[0]?.tookMs).toBeLessThan(5000);
    }
  });

  test('is never inflated: gzip bombs of 1 MB for 1 GB are refused, and the memory stays flat', async () => {
    const member = gzipSync(Buffer.alloc(2 ** 20));
    const bomb = Buffer.concat(Array.from({ length: 1000 }, () => member));
    const throwBombs = async (times: number): Promise<void> => {
      for (let time = 0; time < times; time++) {
        for (const headers of [{ 'content-encoding': 'gzip' }, { 'content-encoding': 'gzip, gzip' }, {}]) {
          expect((await server.post(bomb, headers)).status).toBe(400);
        }
      }
    };
    await throwBombs(3);
    const before = await child.vitals();
    await throwBombs(5);
    const after = await child.vitals();
    printFigures('15 gzip bombs', {
      'sent each': inMegabytes(bomb.length),
      'inflated each': inMegabytes(1000 * 2 ** 20),
      'memory before': inMegabytes(before.rss),
      'memory after': inMegabytes(after.rss),
    });
    expect(after.rss - before.rss).toBeLessThan(32 * 2 ** 20);
  });
});

describe('an Expect header', () => {
  test('with 100-continue gets a 100 before the body is sent', async () => {
    const bytes = post(['Expect: 100-continue', lengthOf(good)], '');
    const { responses } = await converse([bytes, { firstByte: true }, good]);
    expect(responses.map(resultOf)).toMatchObject([{ value: 3 }]);
  });

  test('does not affect the response of a pipelined request', async () => {
    const list = head('GET /tools HTTP/1.1', host, 'Expect: 100-continue', 'Content-Length: 2') + '{}';
    const bytes = Buffer.concat([callBytes('Conf.Sleep', { ms: 50 }), Buffer.from(list)]);
    const { responses } = await converse([bytes], 2);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  });

  test('with any other value is refused in JSON', async () => {
    const bytes = head('GET /health HTTP/1.1', host, 'Expect: wings');
    expectRefusedOnce(await converse([bytes], 'closed'), 417);
  });
});

describe('other versions of HTTP', () => {
  test('1.0 gets a response, and the connection is closed', async () => {
    const health = await converse([head('GET /health HTTP/1.0')], 'closed');
    expect(health).toMatchObject({ responses: [{ status: 200 }], closed: true });
    const call = await converse([post([lengthOf(good)], good, 'HTTP/1.0')], 'closed');
    expect(call.responses.map(resultOf)).toMatchObject([{ value: 3 }]);
  });

  test.each(['GET /health', 'GET /health HTTP/0.9', 'GET /health HTTP/1.2', 'GET /health HTTP/2.0', 'PRI * HTTP/2.0'])(
    'are refused: %s',
    async (line) => expectRefusedOnce(await converse([head(line, host)], 'closed'), 400),
  );
});

describe('a request target that is not a path', () => {
  test.each([
    'GET http://127.0.0.1/elsewhere HTTP/1.1',
    'GET http://127.0.0.1 HTTP/1.1',
    'GET //127.0.0.1/health HTTP/1.1',
    'GET * HTTP/1.1',
    'OPTIONS * HTTP/1.1',
  ])('gets a 404 in JSON: %s', async (line) => {
    const { responses } = await converse([head(line, host)]);
    expect(responses).toMatchObject([{ status: 404, headers: { 'content-type': 'application/json' } }]);
    expect(JSON.parse(responses[0]?.text ?? '')).toEqual({ message: 'Not found' });
  });

  // RFC 9112, 3.2.2: a server must take these, though only proxies are sent them.
  test('is handled like its path if it is an absolute URL', async () => {
    const health = await converse([head('GET http://127.0.0.1/health HTTP/1.1', host)]);
    expect(health.responses).toMatchObject([{ status: 200 }]);
    const line = 'POST http://example.com/tools/call HTTP/1.1';
    const call = await converse([head(line, host, json, lengthOf(good)) + good]);
    expect(call.responses.map(resultOf)).toMatchObject([{ value: 3 }]);
  });

  test('opens no tunnel', async () => {
    const { responses, closed } = await converse([head('CONNECT example.com:443 HTTP/1.1', host)], 'closed');
    expect({ responses, closed }).toEqual({ responses: [], closed: true });
  });

  test('switches to no other protocol', async () => {
    const upgrade = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAA'];
    const { responses } = await converse([head('GET /health HTTP/1.1', host, ...upgrade)]);
    expect(responses).toMatchObject([{ status: 200 }]);
  });
});
