import { connectOtcServer } from '@toolwire/conformance';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { callCase } from '../src/fuzz/call-cases.ts';
import { createAnswerCheck } from '../src/fuzz/check-answer.ts';
import { bytesOf, describeCase, type FuzzCase } from '../src/fuzz/fuzz-case.ts';
import { byteCase, requestCase } from '../src/fuzz/request-cases.ts';
import { sendBytes } from '../src/fuzz/send-bytes.ts';
import { createKeepAliveClient, type KeepAliveClient } from '../src/keep-alive-client.ts';
import { callBytes, resultOf } from '../src/requests.ts';
import { type ServerProcess, startServer } from '../src/server-process.ts';
import { inMegabytes, printFigures } from '../src/statistics.ts';
import type { Vitals } from '../src/vitals.ts';

const cases = Number(process.env['FUZZ_CASES'] ?? 20_000);
const seed = Number(process.env['FUZZ_SEED'] ?? 20_231_005);
const batchSize = 50;
const batches = Math.ceil(cases / batchSize);
const lanes = 16;

const check = createAnswerCheck();
let server: ServerProcess | undefined;
let clients: readonly KeepAliveClient[] = [];
afterAll(() => server?.kill());

/** The server, started anew if the last case was its end, so that the case can be made smaller. */
async function livingServer(): Promise<ServerProcess> {
  if (server?.isRunning()) return server;
  // Caches are not a leak, and soon reach their limit.
  const started = await startServer('spec-server', { FIXTURES: '1', MAX_STORED_ANSWERS: '500' });
  server = started;
  clients = Array.from({ length: lanes }, () => createKeepAliveClient(started.port));
  return started;
}

/** The counted responses. */
const seen = new Map<string, number>();

function note(kind: string, status: number | string): void {
  const key = `${kind} ${status}`;
  seen.set(key, (seen.get(key) ?? 0) + 1);
}

async function sendOne(one: FuzzCase, client: KeepAliveClient, port: number): Promise<void> {
  if (one.kind === 'bytes') {
    const { answers, rest } = await sendBytes(port, one.bytes);
    if (answers.length === 0) note('bytes', 'hung up');
    for (const answer of answers) {
      note('bytes', answer.status);
      expectNothingWrong(one, check.toBytes(one.bytes, answer), answer);
    }
    // After a HEAD in the bytes, whatever put it there, the end of an answer cannot be found.
    if (!one.bytes.includes('HEAD')) expect(rest.toString('latin1'), describeCase(one)).toBe('');
    return;
  }
  const headOnly = one.kind === 'request' && one.method === 'HEAD';
  const mayHangUp = one.kind === 'request' && one.method === 'CONNECT';
  const answer = await client.exchange(bytesOf(one), { headOnly }).catch((problem: unknown) => {
    if (mayHangUp) return undefined;
    throw new Error(`${String(problem)}\n${describeCase(one)}`);
  });
  note(one.kind, answer?.status ?? 'hung up');
  if (answer !== undefined) expectNothingWrong(one, check.toRequest(one, answer), answer);
}

function expectNothingWrong(
  one: FuzzCase,
  problem: string | undefined,
  answer: { status: number; text: string },
): void {
  if (problem === undefined) return;
  throw new Error(`${problem}: ${answer.status} ${answer.text.slice(0, 500)}\n${describeCase(one)}`);
}

async function runBatch(batch: readonly FuzzCase[]): Promise<void> {
  const { port } = await livingServer();
  let next = 0;
  const lane = async (client: KeepAliveClient): Promise<void> => {
    for (let one = batch[next++]; one !== undefined; one = batch[next++]) await sendOne(one, client, port);
  };
  const results = await Promise.allSettled(clients.map(lane));
  const problem = results.find(({ status }) => status === 'rejected');
  if (problem === undefined) return;
  // Pending requests belong to no later batch.
  for (const client of clients) client.hangUp();
  throw (problem as PromiseRejectedResult).reason;
}

describe(`${batches * batchSize} hostile requests`, () => {
  test('get valid responses, never with 5xx, and leave the server unchanged', async () => {
    const { url } = await livingServer();
    const tools = await (await connectOtcServer(url)).tools();
    const call = callCase(tools);
    const request = requestCase();
    const anyCase = fc.oneof(
      { weight: 5, arbitrary: call },
      { weight: 3, arbitrary: request },
      { weight: 2, arbitrary: byteCase(fc.oneof(call, request)) },
    );

    const started = performance.now();
    const warmBatches = Math.ceil(batches / 4);
    let run = 0;
    let warm: Vitals | undefined;
    const details = await fc.check(
      fc.asyncProperty(fc.array(anyCase, { minLength: batchSize, maxLength: batchSize }), async (batch) => {
        await runBatch(batch);
        run++;
        const right = await (clients[0] as KeepAliveClient).exchange(callBytes('Calculator.Add', { a: run, b: 0.5 }));
        expect(resultOf(right).value).toBe(run + 0.5);
        const { complaints } = await livingServer();
        expect(complaints).toEqual([]);
        if (run === warmBatches) warm = await server?.vitals();
      }),
      {
        numRuns: batches,
        seed,
        endOnFailure: true,
        plugins: [fc.interruptAfterTimeLimit(150_000, { failOnInterrupt: true })],
      },
    );
    if (details.failed) {
      const { numRuns, numShrinks, errorInstance = 'it took too long' } = details;
      throw new Error(
        `FUZZ_SEED=${seed}, batch ${numRuns}, made smaller ${numShrinks} times: ${String(errorInstance)}`,
      );
    }
    const seconds = (performance.now() - started) / 1000;

    for (const client of clients) client.hangUp();
    const end = await (await livingServer()).vitals();
    const growth = (end.heap - (warm?.heap ?? 0)) / (warm?.heap ?? 1);
    printFigures('Fuzz', {
      cases: `${batches * batchSize} in ${seconds.toFixed(1)} s, seed ${seed}`,
      ...Object.fromEntries([...seen].sort(([left], [right]) => left.localeCompare(right))),
      heap: `${inMegabytes(warm?.heap ?? 0)} when warm, ${inMegabytes(end.heap)} at the end: ${(100 * growth).toFixed(1)} %`,
    });
    expect(growth).toBeLessThanOrEqual(0.1);
    expect(end.warnings).toEqual([]);
  });
});
