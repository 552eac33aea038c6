import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/nats-core';
import { connect } from '@nats-io/transport-node';
import { bundleProgram } from '@toolwire/programs';
import { endWithParent } from '@toolwire/programs/end-with-parent';
import { type NatsServer, noNatsServer, startNats, startNatsCluster } from '@toolwire/programs/nats';
import type { TaskEngine } from '@toolwire/tasks';
import { taskEngineContract } from '@toolwire/tasks/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type NatsOptions, nats } from '../src/index.ts';

const skipped = noNatsServer === undefined ? '' : `, skipped: ${noNatsServer}`;
describe.skipIf(noNatsServer !== undefined)(`the engine on a NATS that fails${skipped}`, () => {
  const start = async (...options: readonly string[]): Promise<NatsServer> => {
    const server = await startNats(...options);
    onTestFinished(() => server.remove());
    return server;
  };
  const connectTo = async (servers: readonly NatsServer[]): Promise<NatsConnection> => {
    const urls = servers.map(({ url }) => url);
    return connect({ servers: urls, maxReconnectAttempts: -1, reconnectTimeWait: 100 });
  };
  const openOn = async (server: NatsServer, options: Partial<NatsOptions> = {}): Promise<TaskEngine> => {
    const connection = await connectTo([server]);
    onTestFinished(() => connection.close());
    return nats({ connection, ...options });
  };
  /** Starts a worker that settles every turn, and returns the IDs of their tasks. */
  const collect = (engine: TaskEngine): readonly string[] => {
    const delivered: string[] = [];
    const worker = engine.work(async ({ taskId }) => {
      delivered.push(taskId);
      return 'settled';
    });
    onTestFinished(() => worker.stop());
    return delivered;
  };

  it('rejects a NATS without JetStream', async () => {
    const engine = await openOn(await start());
    await expect(engine.ready()).rejects.toThrow(/^NATS runs without JetStream.* \(TW_NATS_INCOMPATIBLE\)$/);
  });

  it('FAULT-05: rejects after the timeout when NATS is silent', async () => {
    const server = await start('--jetstream');
    const engine = await openOn(server, { timeoutMs: 300 });
    await engine.ready();
    server.signal('SIGSTOP');
    const message = 'NATS has not responded within 300 milliseconds.';
    // The signal may take effect a moment later.
    const enqueue = (): Promise<void> => engine.enqueue({ taskId: randomUUID(), turn: 1 });
    await vi.waitFor(() => expect(enqueue()).rejects.toThrow(message));
    await expect(engine.ready()).rejects.toThrow(message);
    server.signal('SIGCONT');
  });

  it('FAULT-07: keeps waiting and delayed turns when NATS is killed, and delivers each of them once', async () => {
    const server = await start('--jetstream');
    const engine = await openOn(server, { lockMs: 2_000 });
    let hasBegun = false;
    const worker = engine.work(async () => {
      hasBegun = true;
      return { againInMs: 2_000 };
    });
    await engine.enqueue({ taskId: 'delayed', turn: 1 });
    await vi.waitFor(() => expect(hasBegun).toBe(true));
    await worker.stop();
    const waiting = Array.from({ length: 20 }, (_, n) => `waiting-${n}`);
    for (const taskId of waiting) await engine.enqueue({ taskId, turn: 1 });
    await server.stop('SIGKILL');
    await server.start();
    const delivered = collect(engine);
    await vi.waitFor(() => expect(delivered.toSorted()).toStrictEqual(['delayed', ...waiting].toSorted()));
  });

  it('FAULT-07: a running worker continues after NATS was killed', async () => {
    const server = await start('--jetstream');
    const engine = await openOn(server);
    const delivered = collect(engine);
    for (let round = 0; round < 3; round += 1) {
      const taskId = `round-${round}`;
      await vi.waitFor(() => engine.enqueue({ taskId, turn: 1 }));
      await vi.waitFor(() => expect(delivered).toContain(taskId));
      await server.stop('SIGKILL');
      await server.start();
    }
  });

  it('FAULT-01: delivers the turn of a killed worker to another one', async () => {
    const server = await start('--jetstream');
    const program = bundleProgram(new URL('./holding-worker.ts', import.meta.url));
    const child = fork(program, { execArgv: [], env: { ...process.env, NATS_URL: server.url } });
    endWithParent(child);
    const engine = await openOn(server, { lockMs: 1_000 });
    const received = once(child, 'message');
    await engine.enqueue({ taskId: 'task', turn: 1 });
    expect((await received)[0]).toBe('task');
    const delivered = collect(engine);
    // The killed worker renews its lock until then.
    await wait(2_500);
    expect(delivered).toStrictEqual([]);
    child.kill('SIGKILL');
    await vi.waitFor(() => expect(delivered).toStrictEqual(['task']));
  });

  it('FAULT-03: does not stop a delivery while NATS is silent, and leaves its turn to the next worker', async () => {
    const server = await start('--jetstream');
    const engine = await openOn(server, { lockMs: 600 });
    const aborted: boolean[] = [];
    const worker = engine.work(async ({ signal }) => {
      if (aborted.length === 0) {
        server.signal('SIGSTOP');
        await wait(1_500);
        server.signal('SIGCONT');
      }
      aborted.push(signal.aborted);
      return 'settled';
    });
    onTestFinished(() => worker.stop());
    await engine.enqueue({ taskId: 'task', turn: 1 });
    await vi.waitFor(() => expect(aborted).toStrictEqual([false, false]));
  });

  describe('in a cluster of three servers', () => {
    /** Three servers agree on each turn, which may take long on a slow machine. */
    const timeoutMs = 60_000;
    let servers: readonly NatsServer[] = [];
    let connection: NatsConnection;
    beforeAll(async () => {
      servers = await startNatsCluster();
      connection = await connectTo(servers);
      await vi.waitFor(() => nats({ connection, queue: 'first' }).ready());
    });
    afterAll(async () => {
      await connection.close();
      for (const server of servers) await server.remove();
    });

    it.each(taskEngineContract)('$title', async ({ run }) => {
      const options = { connection, queue: randomUUID() };
      // The engine tries again soon when a request is lost in an election.
      const first = nats(options);
      // The servers of a new stream elect its leader first, for longer than the cases wait.
      const worker = first.work(async () => 'settled');
      await vi.waitFor(() => first.enqueue({ taskId: 'first', turn: 1 }));
      const { consumers } = await jetstreamManager(connection);
      await vi.waitFor(async () => {
        expect((await consumers.info(options.queue, 'workers')).ack_floor.stream_seq).toBe(1);
      });
      await worker.stop();
      await run(nats({ ...options, timeoutMs }), nats({ ...options, timeoutMs }));
    });

    it('FAULT-22: keeps all turns when the leader of the stream is lost', async () => {
      const patient = nats({ connection, timeoutMs });
      const ids = Array.from({ length: 50 }, (_, n) => `task-${n}`);
      for (const taskId of ids) await patient.enqueue({ taskId, turn: 1 });
      const manager = await jetstreamManager(connection);
      const { config, cluster } = await manager.streams.info('toolwire-tasks');
      expect(config.num_replicas).toBe(3);
      await servers.find(({ name }) => name === cluster?.leader)?.remove();
      const engine = nats({ connection });
      await vi.waitFor(() => engine.enqueue({ taskId: 'after', turn: 1 }));
      const delivered = collect(engine);
      await vi.waitFor(() => expect(delivered.toSorted()).toStrictEqual([...ids, 'after'].toSorted()));
    });
  });
});
