import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { createKeepAliveClient, type KeepAliveClient } from '../src/keep-alive-client.ts';
import { createLoadBalancer, type LoadBalancer } from '../src/load-balancer.ts';
import { callBytes, resultOf } from '../src/requests.ts';
import { type ServerProcess, startServer } from '../src/server-process.ts';
import { inMs, percentile, printFigures } from '../src/statistics.ts';

const clients = 64;
const briefMs = 300;
// A few more callers ask for what takes longer than the grace: they are still waiting when the server stops listening.
const patientClients = 8;
const patientMs = 1500;
const stops = 6;

let running: ServerProcess[] = [];
afterEach(async () => {
  await Promise.all(running.map((server) => server.kill()));
  running = [];
});

type Start = (port?: number) => Promise<ServerProcess>;

async function startOwn(port = 0): Promise<ServerProcess> {
  const server = await startServer('stopping-server', { PORT: String(port) });
  running.push(server);
  return server;
}

async function startMounted(port = 0): Promise<ServerProcess> {
  const server = await startServer('mounted-server', { PORT: String(port), HOST: 'Express 5' });
  running.push(server);
  return server;
}

/** All that the callers saw. */
interface History {
  /** The runs that were answered, as `process/run`. */
  readonly runs: string[];
  /** How long the brief calls took. */
  readonly took: number[];
  /** How many of the long calls were answered. */
  patient: number;
  readonly failed: string[];
}

/** Calls one server after the other until it is stopped, and never repeats a call. */
async function callOn(balancer: LoadBalancer, first: number, isDone: () => boolean, history: History): Promise<void> {
  const byPort = new Map<number, KeepAliveClient>();
  const ms = first < clients ? briefMs : patientMs;
  for (let n = first; !isDone(); n += clients + patientClients) {
    const ports = balancer.healthyPorts();
    const port = ports[n % ports.length];
    if (port === undefined) {
      await wait(20);
      continue;
    }
    const client = byPort.get(port) ?? createKeepAliveClient(port);
    byPort.set(port, client);
    const callId = `call-${n}`;
    const started = performance.now();
    try {
      const result = resultOf(await client.exchange(callBytes('Stop.Brief', { n, ms }, callId)));
      expect(result).toMatchObject({ call_id: callId, success: true, value: { n } });
      const { run, process } = result.value as { run: number; process: number };
      history.runs.push(`${process}/${run}`);
      if (ms === briefMs) history.took.push(performance.now() - started);
      else history.patient++;
    } catch (problem) {
      history.failed.push(`call ${n} to port ${port}: ${String(problem)}`);
    }
  }
  for (const client of byPort.values()) client.hangUp();
}

describe.each<[string, Start]>([
  ['servers of their own', startOwn],
  ['tools mounted in Express apps', startMounted],
])('two %s behind a load balancer, under the load of 64 callers', (what, start) => {
  test('lose no call during six restarts in turn', async () => {
    const servers = [await start(), await start()];
    const ports = servers.map(({ port }) => port);
    const balancer = createLoadBalancer(ports);
    for (const port of ports) await balancer.untilHealthy(port, true);

    const history: History = { runs: [], took: [], patient: 0, failed: [] };
    let done = false;
    const calling = Array.from({ length: clients + patientClients }, (_, first) =>
      callOn(balancer, first, () => done, history),
    );
    const exits: number[] = [];
    const codes: unknown[] = [];
    for (let stop = 0; stop < stops; stop++) {
      const index = stop % servers.length;
      const server = servers[index] as ServerProcess;
      await wait(500);
      const stoppedAt = performance.now();
      server.signal('SIGTERM');
      const { code, signal, at } = await server.ended;
      exits.push(at - stoppedAt);
      codes.push(signal ?? code);
      await balancer.untilHealthy(server.port, false);
      servers[index] = await start(server.port);
      await balancer.untilHealthy(server.port, true);
    }
    await wait(500);
    done = true;
    await Promise.all(calling);
    balancer.stop();

    printFigures(`Drain under load of ${what}`, {
      'calls of 300 ms': history.took.length,
      'calls of 1.5 s': history.patient,
      failed: history.failed.length,
      processes: new Set(history.runs.map((run) => run.split('/')[0])).size,
      p50: inMs(percentile(history.took, 0.5)),
      p99: inMs(percentile(history.took, 0.99)),
      'from SIGTERM to exit': exits.map(inMs).join(', '),
    });
    expect(history.failed).toEqual([]);
    expect(codes).toEqual(Array(stops).fill(0));
    expect(Math.max(...exits)).toBeLessThan(10_000);
    expect(history.took.length).toBeGreaterThan(100);
    expectEachRunAnsweredOnce(history.runs);
    expect(running.flatMap(({ complaints }) => complaints)).toEqual([]);
  });
});

// The runs of each process are numbered from 1 on: none is missing, and none was answered twice.
function expectEachRunAnsweredOnce(runs: readonly string[]): void {
  const byProcess = new Map<string, number[]>();
  for (const run of runs) {
    const [process = '', number] = run.split('/');
    byProcess.set(process, [...(byProcess.get(process) ?? []), Number(number)]);
  }
  expect(byProcess.size).toBe(2 + stops);
  for (const numbers of byProcess.values()) {
    expect(numbers.sort((left, right) => left - right)).toEqual(numbers.map((_, index) => index + 1));
  }
}
