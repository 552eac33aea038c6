import { setTimeout as wait } from 'node:timers/promises';
import { machineSlowness } from '@toolwire/internal/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AnswerMissing, createKeepAliveClient, type KeepAliveClient } from '../src/keep-alive-client.ts';
import { createRandom, shuffled } from '../src/random.ts';
import { callBytes, resultOf } from '../src/requests.ts';
import { type ServerProcess, startServer } from '../src/server-process.ts';
import { inMegabytes, inMs, percentile, printFigures } from '../src/statistics.ts';
import { waitUntil } from '../src/wait-until.ts';

const calls = 20_000;
const connections = 64;
const kinds = { right: 0.75, invalid: 0.1, aborted: 0.1, late: 0.05 } as const;
type Kind = keyof typeof kinds;

// Calls begin later on a slow machine, and their callers leave while they run.
const slowness = machineSlowness();
const mostUntilLeaveMs = 30 * slowness;
const runMs = Math.min(1000, Math.ceil(200 * slowness));

let server: ServerProcess;
beforeAll(async () => {
  server = await startServer('load-server');
});
afterAll(() => server.kill());

/** What happened to the calls, and what of it was wrong. */
interface Tally {
  readonly answered: Record<Kind, number>;
  readonly took: number[];
  readonly wrong: string[];
}

/** Sends one call, and checks that the response belongs to it. */
async function callOnce(client: KeepAliveClient, kind: Kind, n: number, random: () => number, tally: Tally) {
  const callId = `call-${n}`;
  const started = performance.now();
  switch (kind) {
    case 'right': {
      const answer = await client.exchange(callBytes('Load.Square', { n }, callId));
      tally.took.push(performance.now() - started);
      expect(resultOf(answer)).toMatchObject({ call_id: callId, success: true, value: n ** 2 });
      break;
    }
    case 'invalid': {
      const answer = await client.exchange(callBytes('Load.Square', { n: `no-${n}`, [`odd${n}`]: 1 }, callId));
      tally.took.push(performance.now() - started);
      expect(answer.status).toBe(422);
      expect(JSON.parse(answer.text)).toMatchObject({ parameter_errors: { n: expect.any(String) as unknown } });
      expect(answer.text).toContain(`odd${n}`);
      break;
    }
    case 'late': {
      const result = resultOf(await client.exchange(callBytes('Load.Late', { n }, callId)));
      expect(result).toMatchObject({ call_id: callId, success: false, error: { can_retry: true } });
      expect(result.error?.message).toBe('The tool did not answer within 60 milliseconds.');
      expect(result).not.toHaveProperty('value');
      break;
    }
    case 'aborted': {
      const bytes = callBytes('Load.Square', { n, delayMs: runMs }, callId);
      // Some leave while they still send, the others while the tool runs.
      const sent = random() < 0.3 ? bytes.subarray(0, Math.floor(random() * bytes.length)) : bytes;
      const ending = client.exchange(sent).catch((problem: unknown) => problem);
      await wait(random() * mostUntilLeaveMs);
      client.hangUp();
      expect(await ending).toBeInstanceOf(AnswerMissing);
      break;
    }
  }
  tally.answered[kind]++;
}

describe('20 000 calls over 64 connections, some with faults', () => {
  test('each get their own correct response, and leave nothing behind', async () => {
    const seed = Number(process.env['LOAD_SEED'] ?? 4);
    const random = createRandom(seed);
    const plan = shuffled(
      Object.entries(kinds).flatMap(([kind, share]) => Array<Kind>(calls * share).fill(kind as Kind)),
      random,
    );
    expect(plan).toHaveLength(calls);
    const clients = Array.from({ length: connections }, () => createKeepAliveClient(server.port));
    const warm: Tally = { answered: { right: 0, invalid: 0, aborted: 0, late: 0 }, took: [], wrong: [] };
    for (const client of clients) await callOnce(client, 'right', 1, random, warm);
    const before = await server.vitals();

    const tally: Tally = { answered: { right: 0, invalid: 0, aborted: 0, late: 0 }, took: [], wrong: [] };
    const started = performance.now();
    let next = 0;
    const lane = async (client: KeepAliveClient): Promise<void> => {
      for (let n = next++; n < calls; n = next++) {
        const kind = plan[n] as Kind;
        await callOnce(client, kind, n, random, tally).catch((problem: unknown) => {
          if (tally.wrong.length < 10) tally.wrong.push(`${kind} call ${n}, seed ${seed}: ${String(problem)}`);
        });
      }
    };
    await Promise.all(clients.map(lane));
    const seconds = (performance.now() - started) / 1000;

    expect(tally.wrong).toEqual([]);
    expect(tally.answered).toEqual({ right: 15_000, invalid: 2000, aborted: 2000, late: 1000 });
    const opened = clients.reduce((sum, client) => sum + client.connections, 0);
    // A connection is given up by its caller only: by none of the other 18 000 calls.
    expect(opened).toBeLessThanOrEqual(connections + tally.answered.aborted);

    for (const client of clients) client.hangUp();
    const isQuiet = async (): Promise<boolean> => {
      const { sockets, timers } = await server.vitals();
      return sockets === 0 && timers === 0;
    };
    const quiet = await waitUntil(isQuiet, 30_000);
    const after = await server.vitals();
    const counter = createKeepAliveClient(server.port);
    const counts = resultOf(await counter.exchange(callBytes('Load.Count', {}))).value;
    counter.hangUp();
    printFigures('Load with faults', {
      calls: `${calls} in ${seconds.toFixed(1)} s, ${connections} connections at a time, ${opened} in all`,
      'answered right': tally.answered.right,
      'refused as invalid': tally.answered.invalid,
      'ended at their time limit': tally.answered.late,
      'aborted by the caller': tally.answered.aborted,
      p50: inMs(percentile(tally.took, 0.5)),
      p99: inMs(percentile(tally.took, 0.99)),
      'heap before and after': `${inMegabytes(before.heap)} and ${inMegabytes(after.heap)}`,
      'left behind': `${after.sockets} sockets, ${after.timers} timers`,
    });
    expect(quiet, 'sockets or timers are left').toBe(true);
    expect(after.warnings).toEqual([]);
    expect(server.complaints).toEqual([]);
    expect(server.isRunning()).toBe(true);

    // Every run of the tool came to an end, and those whose caller left while they ran heard of it.
    const { started: runs, finished, aborted } = counts as { started: number; finished: number; aborted: number };
    expect(finished + aborted).toBe(runs);
    expect(finished).toBe(connections + tally.answered.right);
    expect(aborted).toBeGreaterThan(0.5 * tally.answered.aborted);
  });
});
