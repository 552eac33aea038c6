import type { ArgumentsHost } from '@nestjs/common';
import {
  type CanActivate,
  Catch,
  createParamDecorator,
  type ExceptionFilter,
  type ExecutionContext,
  type INestApplication,
  Inject,
  Injectable,
  Logger,
  NotFoundException,
  Scope,
  UseFilters,
  UseGuards,
} from '@nestjs/common';
import { APP_FILTER, type ExternalContextCreator, REQUEST } from '@nestjs/core';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createQuietCreator } from '../src/call-handlers.ts';
import { getToolCall, Tool } from '../src/index.ts';
import { call, platforms, start, tools } from './apps.ts';

let started: INestApplication | undefined;
const run: typeof start = async (...args) => {
  const running = await start(...args);
  started = running.app;
  return running;
};
afterEach(async () => {
  await started?.close();
  started = undefined;
});

const ToolInput = createParamDecorator((_data: unknown, context: ExecutionContext) => getToolCall(context)?.input);
const CallContext = createParamDecorator((_data: unknown, context: ExecutionContext) => getToolCall(context)?.context);

class DenyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return getToolCall(context) === undefined;
  }
}

interface Response {
  status(code: number): Response;
  send(body: object): void;
}

/** Returns before the response, without a value, as an async filter that reports errors does. */
@Catch()
class SilentFilter implements ExceptionFilter {
  async catch(): Promise<void> {
    await Promise.resolve();
  }
}

/** Writes the response after other async work. */
@Catch()
class LateFilter implements ExceptionFilter {
  async catch(_exception: unknown, host: ArgumentsHost): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 5));
    host.switchToHttp().getResponse<Response>().status(400).send({ message: 'Written later' });
  }
}

class StockError extends Error {}

/** Writes the response and returns nothing, as in most apps. */
@Catch(StockError)
class StockFilter implements ExceptionFilter {
  catch(_exception: StockError, host: ArgumentsHost): void {
    host.switchToHttp().getResponse<Response>().status(409).send({ message: 'Sold out' });
  }
}

/** Counts its calls, and fails as it received the error. */
@Catch()
class CountingFilter implements ExceptionFilter {
  static errors: string[] = [];

  catch(exception: Error): never {
    CountingFilter.errors.push(exception.message);
    throw exception;
  }
}

const removed: unknown[] = [];

@Injectable()
@UseGuards(DenyGuard)
class AdminTools {
  @Tool({ id: 'Admin.Remove', version: '1.0.0', description: 'Removes.' })
  @UseFilters(CountingFilter)
  remove(@ToolInput() input: unknown, @CallContext() _context: unknown): string {
    removed.push(input);
    return 'removed';
  }

  @Tool({ id: 'Admin.Reset', version: '1.0.0', description: 'Resets.' })
  @UseFilters(SilentFilter)
  reset(): string {
    removed.push('all');
    return 'reset';
  }
}

@Injectable()
class FailingTools {
  @Tool({ id: 'Failing.Silent', version: '1.0.0', description: 'Fails.' })
  @UseFilters(SilentFilter)
  silent(): never {
    throw new NotFoundException('No such order');
  }

  @Tool({ id: 'Failing.Late', version: '1.0.0', description: 'Fails.' })
  @UseFilters(LateFilter)
  late(): never {
    throw new NotFoundException('No such order');
  }
}

@Injectable()
class StockTools {
  @Tool({ id: 'Stock.Take', version: '1.0.0', description: 'Takes.' })
  @UseFilters(StockFilter)
  take(): never {
    throw new StockError('No row');
  }

  @Tool({ id: 'Stock.Count', version: '1.0.0', description: 'Counts.' })
  @UseFilters(StockFilter)
  count(): never {
    throw new Error('No database');
  }
}

@Injectable({ scope: Scope.REQUEST })
class TenantTools {
  constructor(@Inject(REQUEST) readonly request: object) {
    throw new Error('Unknown tenant');
  }

  @Tool({ id: 'Tenant.Read', version: '1.0.0', description: 'Reads.' })
  @UseFilters(LateFilter)
  read(): string {
    return 'read';
  }

  @Tool({ id: 'Tenant.List', version: '1.0.0', description: 'Lists.' })
  list(): string {
    return 'list';
  }
}

describe.each(platforms)('exception filters on $name', (platform) => {
  it('a filter never runs a denied method, even if all its parameters have decorators', async () => {
    removed.length = 0;
    CountingFilter.errors = [];
    const { url } = await run(platform, { imports: [tools()], providers: [AdminTools] });
    const { body } = await call(url, 'Admin.Remove');
    expect(body).toMatchObject({ success: false, error: { message: 'Forbidden resource' } });
    expect(CountingFilter.errors).toEqual(['Forbidden resource']);
    expect(removed).toEqual([]);
  });

  it('a filter that returns nothing leaves the error for the caller unchanged', async () => {
    const { url } = await run(platform, { imports: [tools()], providers: [AdminTools, FailingTools] });
    const denied = await call(url, 'Admin.Reset');
    expect(denied.body).toMatchObject({ success: false, error: { message: 'Forbidden resource' } });
    const failed = await call(url, 'Failing.Silent');
    expect(failed.body).toMatchObject({ success: false, error: { message: 'No such order' } });
  });

  it('a filter may write the response after async work', async () => {
    const { url } = await run(platform, { imports: [tools()], providers: [FailingTools] });
    const { body } = await call(url, 'Failing.Late');
    expect(body).toMatchObject({ success: false, error: { message: 'Written later' } });
  });

  it('an error whose filter writes the response is not logged by Nest, and another error is', async () => {
    const log = vi.spyOn(Logger.prototype, 'error');
    onTestFinished(() => log.mockRestore());
    const { url } = await run(platform, { imports: [tools()], providers: [StockTools] });
    const { body } = await call(url, 'Stock.Take');
    expect(body).toMatchObject({ success: false, error: { message: 'Sold out' } });
    expect(log).not.toHaveBeenCalled();
    await call(url, 'Stock.Count');
    expect(log.mock.calls).toEqual([[new Error('No database')]]);
  });

  it('filters of the method and of the app receive an error of a request-scoped constructor', async () => {
    CountingFilter.errors = [];
    const filter = { provide: APP_FILTER, useClass: CountingFilter };
    const { url } = await run(platform, { imports: [tools()], providers: [TenantTools, filter] });
    const { body } = await call(url, 'Tenant.Read');
    expect(body).toMatchObject({ success: false, error: { message: 'Written later' } });
    await call(url, 'Tenant.List');
    expect(CountingFilter.errors).toEqual(['Unknown tenant']);
  });
});

it('keeps working with a version of Nest that lacks the property for this', () => {
  const contexts = Object.create(null) as ExternalContextCreator;
  expect(createQuietCreator(contexts)).toBe(contexts);
});
