import { type AddressInfo, createServer } from 'node:net';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { type CallResult, type ClientOptions, createClient } from '../src/index.ts';
import {
  answers,
  bytes,
  type FaultServer,
  type FaultServerOptions,
  fails,
  faultServer,
  type Step,
  works,
} from './fault-server.ts';

interface Fault extends Partial<FaultServerOptions> {
  readonly fault: string;
  readonly options?: Omit<ClientOptions, 'url'>;
  /** How the call ends, how often it was sent, and how often the tool ran. */
  readonly expected: readonly [ends: string, sent: number, runs: number];
}

const html = '<!doctype html><h1>Service temporarily out to lunch</h1>';
const page = { 'content-type': 'text/html' };
const mayHaveRun = { 'call-may-have-run': 'true' };
const busy = { message: 'Busy' };
const reset: Step = (socket) => void socket.resetAndDestroy();
const runsAndResets: Step = (socket, run) => {
  run();
  socket.resetAndDestroy();
};
const runsAndIsSilent: Step = (_socket, run) => void run();
const runsAndStalls: Step = (socket, run) => void socket.write(bytes('200 OK', run()).slice(0, -5));
const runsAndStopsShort: Step = (socket, run) => void socket.end(bytes('200 OK', run()).slice(0, -5));
const runsAndTruncates: Step = (socket, run) => void socket.end(bytes('200 OK', run().slice(0, -5)));
// Long enough for a busy machine to get a request to the server.
const impatient = { timeoutMs: 2_000 };
const careful = { retry: { baseMs: 1, whenUnknown: false } };

const faults: readonly Fault[] = [
  {
    fault: 'reset on connecting, then a response',
    onConnect: [(socket) => void socket.resetAndDestroy()],
    steps: [works],
    expected: ['value', 2, 1],
  },
  {
    fault: 'closed on connecting, then a response',
    onConnect: [(socket) => void socket.destroy()],
    steps: [works],
    // The fetch of Node 20 does not notice when that is before it has sent anything.
    options: impatient,
    expected: ['value', 2, 1],
  },
  { fault: 'reset once the request is there, not run', steps: [reset, works], expected: ['value', 2, 1] },
  { fault: 'reset once the tool has run', steps: [runsAndResets, works], expected: ['value', 2, 1] },
  {
    fault: 'the same, server without memory of call ids',
    steps: [runsAndResets, works],
    knowsCallIds: false,
    expected: ['value', 2, 2],
  },
  {
    fault: 'the same, whenUnknown: false',
    steps: [runsAndResets, works],
    knowsCallIds: false,
    options: careful,
    expected: ['refused unreachable, ran: unknown', 1, 1],
  },
  { fault: 'reset each time', steps: [runsAndResets], expected: ['refused unreachable, ran: unknown', 3, 1] },
  {
    fault: 'no headers in time, then a response',
    steps: [runsAndIsSilent, works],
    options: impatient,
    expected: ['value', 2, 1],
  },
  {
    fault: 'no headers before every timeout',
    steps: [runsAndIsSilent],
    options: impatient,
    expected: ['refused timeout, ran: unknown', 3, 1],
  },
  {
    fault: 'no headers before the deadline',
    steps: [runsAndIsSilent],
    options: { deadlineMs: 2_000 },
    expected: ['refused timeout, ran: unknown', 1, 1],
  },
  {
    fault: 'half a body in time, then a response',
    steps: [runsAndStalls, works],
    options: impatient,
    expected: ['value', 2, 1],
  },
  {
    fault: 'the same, whenUnknown: false',
    steps: [runsAndStalls, works],
    options: { ...impatient, ...careful },
    expected: ['refused timeout, ran: unknown', 1, 1],
  },
  { fault: 'body shorter than announced', steps: [runsAndStopsShort, works], expected: ['value', 2, 1] },
  { fault: 'truncated JSON', steps: [runsAndTruncates, works], expected: ['value', 2, 1] },
  {
    fault: 'truncated JSON each time',
    steps: [runsAndTruncates],
    expected: ['refused invalid_response, ran: unknown', 3, 1],
  },
  {
    fault: 'an HTML page with 200',
    steps: [answers('200 OK', html, page)],
    expected: ['refused invalid_response, ran: unknown', 1, 0],
  },
  {
    fault: 'an HTML page with 404',
    steps: [answers('404 Not Found', html, page)],
    expected: ['refused rejected, ran: no', 1, 0],
  },
  {
    fault: 'an HTML page with 500',
    steps: [answers('500 Oops', html, page)],
    expected: ['refused internal, ran: unknown', 1, 0],
  },
  {
    fault: 'an HTML page with 502, then a response',
    steps: [answers('502 Bad Gateway', html, page), works],
    expected: ['value', 2, 1],
  },
  {
    fault: 'other JSON with 200',
    steps: [answers('200 OK', { status: 'ok' })],
    expected: ['refused invalid_response, ran: unknown', 1, 0],
  },
  {
    fault: 'no HTTP at all',
    steps: [(socket) => void socket.end('SSH-2.0-OpenSSH_9.2\r\n')],
    expected: ['refused unreachable, ran: unknown', 3, 0],
  },
  {
    fault: 'an answer without end',
    steps: [(socket) => void socket.write(bytes('200 OK', `{"result":"${'x'.repeat(70_000)}`, {}, 1e9))],
    options: { maxResponseBytes: 65_536 },
    expected: ['refused invalid_response, ran: unknown', 1, 0],
  },
  {
    fault: 'success:false, nothing about retries',
    steps: [fails({ message: 'No' }), works],
    expected: ['failed', 1, 1],
  },
  {
    fault: 'success:false, can_retry: false',
    steps: [fails({ message: 'No', can_retry: false }), works],
    expected: ['failed', 1, 1],
  },
  {
    fault: 'success:false, can_retry: true',
    steps: [fails({ ...busy, can_retry: true }), works],
    knowsCallIds: false,
    expected: ['value', 2, 2],
  },
  {
    fault: 'the same failure each time',
    steps: [fails({ ...busy, can_retry: true })],
    knowsCallIds: false,
    expected: ['failed', 3, 3],
  },
  {
    fault: 'can_retry and prompt content',
    steps: [fails({ ...busy, can_retry: true, additional_prompt_content: 'ids: 1' }), works],
    expected: ['failed, content: ids: 1', 1, 1],
  },
  {
    fault: 'can_retry, retry_after_ms beyond the deadline',
    steps: [fails({ ...busy, can_retry: true, retry_after_ms: 50_000 }), works],
    options: { deadlineMs: 40_000 },
    expected: ['failed, after: 50000', 1, 1],
  },
  { fault: '400', steps: [answers('400 Bad Request', busy), works], expected: ['refused rejected, ran: no', 1, 0] },
  {
    fault: '400, Retry-After: 0',
    steps: [answers('400 Bad Request', busy, { 'retry-after': '0' }), works],
    expected: ['value', 2, 1],
  },
  {
    fault: '400, x-should-retry: true',
    steps: [answers('400 Bad Request', busy, { 'x-should-retry': 'true' }), works],
    expected: ['value', 2, 1],
  },
  {
    fault: '400, call-may-have-run, Retry-After: 0, whenUnknown: false',
    steps: [answers('400 Bad Request', busy, { ...mayHaveRun, 'x-should-retry': 'true', 'retry-after': '0' }), works],
    options: careful,
    expected: ['value', 2, 1],
  },
  {
    fault: '400, call-may-have-run, Retry-After: 30 beyond the deadline',
    steps: [answers('400 Bad Request', busy, { ...mayHaveRun, 'x-should-retry': 'true', 'retry-after': '30' }), works],
    options: { deadlineMs: 20_000 },
    expected: ['refused unavailable, ran: unknown, after: 30000', 1, 0],
  },
  {
    fault: '400, call-may-have-run, x-should-retry: false',
    steps: [answers('400 Bad Request', busy, { ...mayHaveRun, 'x-should-retry': 'false' }), works],
    expected: ['refused rejected, ran: unknown', 1, 0],
  },
  {
    fault: '400, WWW-Authenticate',
    steps: [answers('400 Bad Request', busy, { 'www-authenticate': 'Bearer' }), works],
    expected: ['refused unauthenticated, ran: no', 1, 0],
  },
  {
    fault: '401',
    steps: [answers('401 Unauthorized', ''), works],
    expected: ['refused unauthenticated, ran: no', 1, 0],
  },
  { fault: '408', steps: [answers('408 Request Timeout', ''), works], expected: ['value', 2, 1] },
  { fault: '409', steps: [answers('409 Conflict', busy), works], expected: ['refused rejected, ran: no', 1, 0] },
  {
    fault: '409, Retry-After: 0',
    steps: [answers('409 Conflict', busy, { 'retry-after': '0' }), works],
    expected: ['value', 2, 1],
  },
  {
    fault: '422',
    steps: [answers('422 Unprocessable', { message: 'Wrong', parameter_errors: { b: 'Must be a number' } }), works],
    expected: ['invalid, b: Must be a number', 1, 0],
  },
  {
    fault: '429, Retry-After: 0',
    steps: [answers('429 Too Many', busy, { 'retry-after': '0' }), works],
    expected: ['value', 2, 1],
  },
  {
    fault: '429, Retry-After: 30 beyond the deadline',
    steps: [answers('429 Too Many', busy, { 'retry-after': '30' }), works],
    options: { deadlineMs: 20_000 },
    expected: ['refused overloaded, ran: no, after: 30000', 1, 0],
  },
  {
    fault: '429, x-should-retry: false',
    steps: [answers('429 Too Many', busy, { 'x-should-retry': 'false' }), works],
    expected: ['refused overloaded, ran: no', 1, 0],
  },
  {
    fault: '500, x-should-retry: true',
    steps: [answers('500 Oops', busy, { 'x-should-retry': 'true' }), works],
    expected: ['value', 2, 1],
  },
  {
    fault: '503, Retry-After: 0',
    steps: [answers('503 Unavailable', busy, { 'retry-after': '0' }), works],
    expected: ['value', 2, 1],
  },
  {
    fault: '503 each time',
    steps: [answers('503 Unavailable', busy)],
    expected: ['refused unavailable, ran: unknown', 3, 0],
  },
  {
    fault: '503 of a gateway, whenUnknown: false',
    steps: [answers('503 Unavailable', busy, { 'retry-after': '0' }), works],
    options: careful,
    expected: ['refused unavailable, ran: unknown', 1, 0],
  },
  {
    fault: '503 in the format of the protocol, whenUnknown: false',
    steps: [answers('503 Unavailable', { $schema: 'otc://1.0', ...busy }), works],
    options: careful,
    expected: ['value', 2, 1],
  },
  {
    fault: '503, retry: false',
    steps: [answers('503 Unavailable', busy), works],
    options: { retry: false },
    expected: ['refused unavailable, ran: unknown', 1, 0],
  },
  {
    fault: '302 to another server',
    steps: [answers('302 Found', '', { location: 'http://127.0.0.1:9/' }), works],
    expected: ['refused redirected, ran: no', 1, 0],
  },
  {
    fault: '307 to itself',
    steps: [answers('307 Temporary Redirect', '', { location: '/tools/call' }), works],
    expected: ['refused redirected, ran: no', 1, 0],
  },
];

const table: (readonly string[])[] = [['fault', 'ends as', 'sent', 'tool ran']];

function described(result: CallResult): string {
  switch (result.kind) {
    case 'value':
      return 'value';
    case 'failed':
      return [
        'failed',
        ...contentOf(result.failure.additionalPromptContent),
        ...afterOf(result.failure.retryAfterMs),
      ].join(', ');
    case 'invalid':
      return ['invalid', ...Object.entries(result.parameterErrors).map((entry) => entry.join(': '))].join(', ');
    case 'refused': {
      const after = result.retryAfterMs === 0 ? [] : afterOf(result.retryAfterMs);
      return [`refused ${result.code}`, `ran: ${result.ran}`, ...after].join(', ');
    }
  }
}

function contentOf(content: string | undefined): readonly string[] {
  return content === undefined ? [] : [`content: ${content}`];
}

function afterOf(ms: number | undefined): readonly string[] {
  return ms === undefined ? [] : [`after: ${ms}`];
}

describe('a call to a faulty server', () => {
  it.concurrent.each(faults)('$fault: $expected', async ({ fault, options, expected, steps = [], ...behaviour }) => {
    const server = await faultServer({ steps, ...behaviour });
    try {
      const client = createClient({ url: server.url, retry: { baseMs: 1 }, ...options });
      const result = await client.call('Calculator.Add@1.0.0', { a: 10, b: 5 });
      const row = [described(result), result.attempts, server.runs()] as const;
      table.push([fault, ...row.map(String)]);

      expect(row).toEqual(expected);
      // The message comes from the client or the server, and not from a parser or an HTML page.
      expect(JSON.stringify({ ...result, cause: undefined })).not.toMatch(/<h1>|Unexpected|SyntaxError/);
    } finally {
      server.close();
    }
  });

  it.each([1, 2, 3, 4, 5, 6])(
    'a timeout at the deadline, when the process pauses at reading %i of the clock',
    async (pausedAt) => {
      const server = await faultServer({ steps: [runsAndIsSilent] });
      const client = createClient({ url: server.url, retry: { baseMs: 1 }, deadlineMs: 300 });
      const now = performance.now.bind(performance);
      let readings = 0;
      vi.spyOn(performance, 'now').mockImplementation(() => {
        readings += 1;
        return now() + (readings >= pausedAt ? 100 : 0);
      });
      const result = await client.call('Calculator.Add', {});
      server.close();

      expect(result).toMatchObject({ kind: 'refused', code: 'timeout', attempts: 1 });
    },
  );

  it('a port without a listener', async () => {
    const client = createClient({ url: `http://127.0.0.1:${await freePort()}`, retry: { baseMs: 1 } });
    const result = await client.call('Calculator.Add', {});
    table.push(['connection refused each time', described(result), String(result.attempts), '0']);

    expect(result).toMatchObject({ kind: 'refused', code: 'unreachable', ran: 'no', attempts: 3 });
  });

  it('a server that starts a little later', async () => {
    const port = await freePort();
    let starting: Promise<FaultServer> | undefined;
    const client = createClient({
      url: `http://127.0.0.1:${port}`,
      retry: { baseMs: 200 },
      onRetry: () => {
        starting ??= faultServer({ steps: [works] }, port);
      },
    });
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const result = await client.call('Calculator.Add', {});
    const server = await starting;
    const runs = server?.runs();
    server?.close();
    table.push(['connection refused, then accepted', described(result), String(result.attempts), String(runs)]);

    expect(result).toMatchObject({ kind: 'value', attempts: 2 });
    expect(runs).toBe(1);
  });

  it('an unknown host', async () => {
    const result = await createClient({ url: 'http://nowhere.invalid', retry: false }).call('Calculator.Add', {});
    expect(result).toMatchObject({ kind: 'refused', code: 'unreachable', ran: 'no', attempts: 1 });
  });
});

afterEach(() => void vi.restoreAllMocks());

afterAll(() => {
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const lines = table.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
