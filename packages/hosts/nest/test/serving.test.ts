import { type CanActivate, type ExecutionContext, type INestApplication, Injectable, UseGuards } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import type { ToolContext } from '@toolwire/core';
import type { StopSteps } from '@toolwire/core/wire';
import { createCaller, type ToolServer } from '@toolwire/server';
import { afterEach, describe, expect, it } from 'vitest';
import { Tool, ToolsModule, ToolsService } from '../src/index.ts';
import { call, platforms, serve, start, tools, type User } from './apps.ts';

let started: INestApplication | undefined;
afterEach(async () => {
  await started?.close();
  started = undefined;
});

let running: Promise<void>;
let release: () => void;
let aborted = false;

@Injectable()
class SlowTools {
  constructor() {
    aborted = false;
    running = new Promise((begin) => {
      this.begin = begin;
    });
  }

  private begin: () => void = () => undefined;

  @Tool({ id: 'Slow.Wait', version: '1.0.0', description: 'Waits.', annotations: { readOnly: true } })
  async wait(_input: object, { signal }: ToolContext): Promise<string> {
    this.begin();
    await new Promise<void>((resolve, reject) => {
      release = resolve;
      signal.addEventListener('abort', () => {
        aborted = true;
        reject(signal.reason as Error);
      });
    });
    return 'done';
  }
}

/** A database that the app closes in its own hook. */
@Injectable()
class Database {
  isOpen = true;

  onApplicationShutdown(): void {
    this.isOpen = false;
  }
}

describe.each(platforms)('a stop on $name', (platform) => {
  it('finishes a running call on SIGTERM, and then ends as Nest does', async () => {
    const { url, app } = await start(
      platform,
      { imports: [tools()], providers: [SlowTools, Database] },
      { app: (one) => one.enableShutdownHooks(['SIGTERM']) },
    );
    const database = app.get(Database);
    const kill = process.kill.bind(process);
    const killed = new Promise<unknown>((resolve) => {
      // Other tests in this process may still end their programs.
      process.kill = (pid, signal) => {
        if (pid !== process.pid || signal !== 'SIGTERM') return kill(pid, signal);
        resolve(signal);
        return true;
      };
    });
    try {
      const answer = call(url, 'Slow.Wait');
      await running;
      process.emit('SIGTERM', 'SIGTERM');
      await expect
        .poll(async () =>
          fetch(`${url}/ai/health`).then(
            ({ status }) => status,
            () => 'closed',
          ),
        )
        .not.toBe(200);
      expect(database.isOpen).toBe(true);
      release();
      expect((await answer).body).toMatchObject({ success: true, value: 'done' });
      expect(await killed).toBe('SIGTERM');
      expect(database.isOpen).toBe(false);
    } finally {
      process.kill = kill;
    }
  });

  it('aborts a call at the deadline', async () => {
    const module = { imports: [tools({ shutdown: { deadlineMs: 10 } })], providers: [SlowTools] };
    const { url, app } = await start(platform, module);
    const answer = call(url, 'Slow.Wait');
    await running;
    await app.close();
    expect([aborted, (await answer).body['success']]).toEqual([true, false]);
  });
});

describe('a stop of an app without HTTP', () => {
  /** Starts an app that records the stop steps of its server, which is idle after `release()`. */
  const startWorker = async (deadlineMs: number) => {
    const steps: string[] = [];
    const idle = new Promise<void>((resolve) => {
      release = resolve;
    });
    const record = (step: string) => () => void steps.push(step);
    const stop: StopSteps = {
      announce: record('announce'),
      endStreams: record('endStreams'),
      refuse: record('refuse'),
      interrupt: record('interrupt'),
      idle: () => idle,
    };
    const imports = [tools({ shutdown: { deadlineMs }, server: (found) => ({ ...serve(found), stop }) })];
    const app = await Test.createTestingModule({ imports, providers: [SlowTools, Database] }).compile();
    await app.init();
    return { app, steps };
  };

  it('refuses new calls, and waits for running calls', async () => {
    const { app, steps } = await startWorker(8000);
    const database = app.get(Database);
    const closed = app.close();
    await expect.poll(() => steps).toEqual(['refuse']);
    expect(database.isOpen).toBe(true);
    release();
    await closed;
    expect(steps).toEqual(['refuse']);
    expect(database.isOpen).toBe(false);
  });

  it('interrupts running calls at the deadline', async () => {
    const { app, steps } = await startWorker(10);
    await app.close();
    expect(steps).toEqual(['refuse', 'interrupt']);
  });
});

const runs: unknown[] = [];

/** Permits by the user on the request, as most permission guards do. */
class UserGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { user } = context.switchToHttp().getRequest<{ user?: User }>();
    runs.push(user?.id);
    return user?.id !== 'bob' && user !== undefined;
  }
}

class SignIn implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<{ headers: { authorization?: string }; user?: object }>();
    request.user = { id: request.headers.authorization, roles: [] };
    return true;
  }
}

@Injectable()
@UseGuards(UserGuard)
class ReportTools {
  @Tool({ id: 'Reports.Write', version: '1.0.0', description: 'Writes.', taskSupport: 'optional' })
  write(): string {
    return 'written';
  }
}

describe('without a request', () => {
  it('a stored call passes its guards by its principal', async () => {
    runs.length = 0;
    const module = Test.createTestingModule({
      imports: [
        ToolsModule.forRoot({
          decorators: [UseGuards(SignIn)],
          principal: ({ user }) => ({ id: (user as User).id }),
          server: serve,
        }),
      ],
      providers: [ReportTools],
    });
    const app = (await module.compile()).createNestApplication(new ExpressAdapter(), { logger: false });
    started = app;
    await app.init();
    const { server } = app.get(ToolsService<ToolServer>, { strict: false });
    const write = (id: string | undefined): unknown => server.tools[0]?.run({}, contextOf(id));
    expect(await write('ada')).toBe('written');
    await expect(write('bob')).rejects.toThrow('Forbidden resource');
    await expect(write(undefined)).rejects.toThrow('Forbidden resource');
    expect(runs).toEqual(['ada', 'bob', undefined]);
  });

  it('an app without HTTP has the server too', async () => {
    const module = await Test.createTestingModule({ imports: [tools()], providers: [ReportTools] }).compile();
    await module.init();
    const { server } = module.get(ToolsService<ToolServer>, { strict: false });
    const outcome = await createCaller(server)('Reports.Write', {}, { principal: { id: 'ada' } });
    expect(outcome).toMatchObject({ kind: 'value', value: 'written' });
    await module.close();
  });
});

/** The context of a worker, which has no request. */
function contextOf(id: string | undefined): ToolContext {
  return {
    principal: id === undefined ? undefined : { id },
    signal: new AbortController().signal,
    get: (key: { readonly defaultValue: unknown }) => key.defaultValue,
  } as unknown as ToolContext;
}
