import { PassThrough } from 'node:stream';
import { createMemoryTaskEngine, createMemoryTaskStore } from '@toolwire/tasks';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { defineTool, type StdioServing, silentLogger, toolwire } from '../src/index.ts';

const greet = defineTool({ id: 'Text.Greet', version: '1.0.0', description: 'Greets.', run: () => 'Hello' });

const signals = ['SIGTERM', 'SIGINT'] as const;
const before = signals.map((signal) => process.listeners(signal));

afterEach(() => {
  vi.restoreAllMocks();
  signals.forEach((signal, at) => {
    const added = process.listeners(signal).filter((listener) => !before[at]?.includes(listener));
    for (const listener of added) process.off(signal, listener);
  });
});

/** A server whose engine logs when its worker stops and when it is closed. */
function createServer(problem?: Error, closeProblem?: Error) {
  const steps: string[] = [];
  const workers: unknown[] = [];
  const engine = createMemoryTaskEngine();
  const tasks = {
    ready: () => engine.ready(),
    enqueue: (...turn: Parameters<typeof engine.enqueue>) => engine.enqueue(...turn),
    store: createMemoryTaskStore(),
    work: (...work: Parameters<typeof engine.work>) => {
      const worker = engine.work(...work);
      workers.push(worker);
      const stop = async (): Promise<void> => {
        steps.push('stopped');
        await worker.stop();
        if (problem !== undefined) throw problem;
      };
      return { stop };
    },
    close: async (): Promise<void> => {
      steps.push('closed');
      await engine.close?.();
      if (closeProblem !== undefined) throw closeProblem;
    },
  };
  const server = toolwire({ tools: [greet], tasks, logger: silentLogger });
  const connect = (): { readonly input: PassThrough; readonly serving: StdioServing } => {
    const input = new PassThrough();
    return { input, serving: server.stdio({ input, output: new PassThrough() }) };
  };
  return { server, connect, steps, workers };
}

describe('the tasks of a server over stdio', () => {
  test('are closed after another connection had invalid options', async () => {
    const { server, connect, steps, workers } = createServer();
    expect(() => server.stdio({ graceMs: -1 })).toThrow('graceMs');
    await server.ready();
    expect(workers).toEqual([]);
    await connect().serving.close();
    expect(steps).toEqual(['stopped', 'closed']);
  });

  test('are closed after its worker has stopped, when the connection is closed', async () => {
    const { server, connect, steps } = createServer();
    const { serving } = connect();
    await server.ready();
    await serving.close();
    expect(steps).toEqual(['stopped', 'closed']);
  });

  test('are closed before the process exits, when the client disconnects', async () => {
    const { server, steps } = createServer();
    const exited = new Promise<readonly string[]>((resolve) => {
      vi.spyOn(process, 'exit').mockImplementation((() => resolve([...steps])) as () => never);
    });
    const input = new PassThrough();
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as never);
    server.stdio({ output: new PassThrough() });
    await server.ready();
    input.end();
    expect(await exited).toEqual(['stopped', 'closed']);
  });

  test('stay open for the next client, when a client of another stream disconnects', async () => {
    const { connect, steps } = createServer();
    const one = connect();
    one.input.end();
    await one.serving.closed;
    expect(steps).toEqual([]);
    await connect().serving.close();
    expect(steps).toContain('closed');
  });

  test('stay open until the last connection and the listener are closed', async () => {
    const { server, connect, steps } = createServer();
    const listening = await server.listen(0, { closeOnSignals: false, work: false });
    const [one, other] = [connect(), connect()];
    await one.serving.close();
    await listening.close();
    expect(steps).not.toContain('closed');
    await other.serving.close();
    expect(steps).toContain('closed');
  });

  test('have one worker, however many connections and listeners the server has', async () => {
    const { server, connect, workers } = createServer();
    const listening = [
      await server.listen(0, { closeOnSignals: false }),
      await server.listen(0, { closeOnSignals: false }),
    ];
    const connections = [connect(), connect()];
    await server.ready();
    await vi.waitFor(() => expect(workers.length).toBeGreaterThan(0));
    expect(workers).toHaveLength(1);
    for (const { serving } of connections) await serving.close();
    for (const { close } of listening) await close();
  });
});

describe('the tasks of a server whose worker cannot stop', () => {
  const problem = new Error('The engine is away.');

  test.each(['listener', 'worker'])('are closed with the %s, which reports the reason', async (kind) => {
    const { server, steps } = createServer(problem);
    const running = await (kind === 'listener'
      ? server.listen(0, { closeOnSignals: false })
      : server.work({ closeOnSignals: false }));
    await expect(running.close()).rejects.toThrow(problem);
    expect(steps).toEqual(['stopped', 'closed']);
  });

  test.each(['listener', 'worker'])('fail to close after a %s, which reports the first reason', async (kind) => {
    const { server, steps } = createServer(problem, new Error('The store is away.'));
    const running = await (kind === 'listener'
      ? server.listen(0, { closeOnSignals: false })
      : server.work({ closeOnSignals: false }));
    await expect(running.close()).rejects.toThrow(problem);
    expect(steps).toEqual(['stopped', 'closed']);
  });

  test('are closed with the last connection, after the listener', async () => {
    const { server, connect, steps } = createServer(problem);
    const listening = await server.listen(0, { closeOnSignals: false });
    const { serving } = connect();
    await expect(listening.close()).rejects.toThrow(problem);
    expect(steps).toEqual(['stopped']);
    await serving.close();
    expect(steps).toEqual(['stopped', 'closed']);
  });

  test('stay open when a listener is closed with invalid times', async () => {
    const { server, steps } = createServer();
    const listening = await server.listen(0, { closeOnSignals: false });
    await expect(listening.close({ deadlineMs: -1 })).rejects.toThrow('deadlineMs must be');
    expect(steps).toEqual([]);
    await listening.close();
    expect(steps).toEqual(['stopped', 'closed']);
  });

  test.each(['listener', 'worker'])('close on signals after invalid times for a %s', async (kind) => {
    const { server, steps } = createServer();
    const running = await (kind === 'listener' ? server.listen(0) : server.work());
    const listeners = process.listenerCount('SIGTERM');
    await expect(running.close({ deadlineMs: -1 })).rejects.toThrow('deadlineMs must be');
    expect(process.listenerCount('SIGTERM')).toBe(listeners);
    await running.close();
    expect(process.listenerCount('SIGTERM')).toBe(listeners - 1);
    expect(steps).toEqual(['stopped', 'closed']);
  });
});
