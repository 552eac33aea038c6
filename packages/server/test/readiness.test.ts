import type { Call, InputAnswer, InputRequest, Stage } from '@toolwire/core';
import { otc } from '@toolwire/otc';
import { createMemoryTaskEngine, createMemoryTaskStore, createTaskCalls } from '@toolwire/tasks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createToolServer, type ToolServerOptions } from '../src/index.ts';
import { hostRequest, recordingLogger, send } from './support.ts';

/** Middleware that stores results by call ID. */
function stageOf(ready: Stage['ready']): Stage<Call> {
  const stage: Stage<Call> = (_call, next) => next();
  return Object.assign(stage, { ready, repeat: () => 'new' as const });
}

function serverWith(ready: Stage['ready'], options: Partial<ToolServerOptions> = {}) {
  const logger = recordingLogger();
  const server = createToolServer({ tools: [], wires: [otc()], around: [stageOf(ready)], logger, ...options });
  const probe = async (): Promise<unknown> => {
    const answered = await send(server, hostRequest('GET', '/health'));
    return answered?.status === 200 ? 200 : answered?.json['reason'];
  };
  return { server, logger, probe };
}

const starting = 'The server is starting: the store of call IDs is not ready.';

describe('a server with middleware that depends on a store', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('is healthy at the first probe if the store is ready, and checks it only once', async () => {
    const ready = vi.fn(async () => undefined);
    const { probe } = serverWith(ready);
    expect(ready).not.toHaveBeenCalled();
    expect([await probe(), await probe()]).toEqual([200, 200]);
    expect(ready).toHaveBeenCalledTimes(1);
  });

  it('responds within half a second while the store hangs, and checks it once', async () => {
    let open = (): void => undefined;
    const ready = vi.fn(() => new Promise<void>((resolve) => (open = resolve)));
    const { probe, logger } = serverWith(ready);
    const probes = [probe(), probe()];
    await vi.advanceTimersByTimeAsync(500);
    expect(await Promise.all(probes)).toEqual([starting, starting]);
    open();
    await vi.advanceTimersByTimeAsync(0);
    expect(await probe()).toBe(200);
    expect(ready).toHaveBeenCalledTimes(1);
    expect(logger.records).toEqual([]);
  });

  it('retries a failed store after a second, and logs each reason once', async () => {
    let problem: string | undefined = 'away';
    const ready = vi.fn(async () => {
      if (problem !== undefined) throw new Error(problem);
    });
    const { probe, logger } = serverWith(ready);
    for (let probes = 0; probes < 4; probes += 1) {
      expect(await probe()).toBe(starting);
      await vi.advanceTimersByTimeAsync(400);
    }
    expect(ready).toHaveBeenCalledTimes(2);
    problem = 'evicts keys';
    await vi.advanceTimersByTimeAsync(1_000);
    await probe();
    problem = undefined;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await probe()).toBe(200);
    expect(logger.records.map(({ level }) => level)).toEqual(['warn', 'warn', 'info']);
  });

  it('is not ready if the store rejects with a value that has no text', async () => {
    const { probe } = serverWith(() => Promise.reject(Object.create(null) as Error));
    expect(await probe()).toBe(starting);
  });

  it('waits for the store of tasks too', async () => {
    const store = createMemoryTaskStore();
    const ready = vi.fn(async () => undefined).mockRejectedValueOnce(new Error('away'));
    const tasks = createTaskCalls<InputRequest, InputAnswer>({
      store: Object.assign(store, { ready }),
      engine: createMemoryTaskEngine(),
    });
    const { probe } = serverWith(async () => undefined, { tasks });
    expect(await probe()).toBe('The server is starting: the store of tasks is not ready.');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await probe()).toBe(200);
  });

  it('names each store that is not ready once', async () => {
    const away = (): Promise<never> => Promise.reject(new Error('away'));
    const store = Object.assign(createMemoryTaskStore(), { ready: away });
    const tasks = createTaskCalls<InputRequest, InputAnswer>({ store, engine: createMemoryTaskEngine() });
    const { probe } = serverWith(away, { tasks, around: [stageOf(away), stageOf(away)] });
    expect(await probe()).toBe('The server is starting: the store of call IDs and the store of tasks are not ready.');
  });

  it('names other middleware by its function, and calls `ready` as its method', async () => {
    const limitRate: Stage<Call> = (_call, next) => next();
    const limiter = Object.assign(limitRate, {
      isAway: true,
      async ready(this: { readonly isAway: boolean }) {
        if (this.isAway) throw new Error('away');
      },
    });
    const { probe, logger } = serverWith(undefined, { use: [limiter] });
    expect(await probe()).toBe('The server is starting: the middleware limitRate is not ready.');
    expect(logger.records).toMatchObject([{ fields: { part: 'middleware limitRate', error: { message: 'away' } } }]);
  });

  it("reports each reason: the app's check, a shutdown", async () => {
    const app = serverWith(async () => undefined, { health: () => false });
    expect(await app.probe()).toBe("The app's health check fails.");
    app.server.stop.announce();
    expect(await app.probe()).toBe('The server is stopping.');
  });
});
