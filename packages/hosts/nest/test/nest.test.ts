import type { ArgumentsHost } from '@nestjs/common';
import {
  BadRequestException,
  Body,
  type CallHandler,
  type CanActivate,
  Catch,
  createParamDecorator,
  type ExceptionFilter,
  type ExecutionContext,
  HttpException,
  type INestApplication,
  Inject,
  Injectable,
  type NestInterceptor,
  NotFoundException,
  ParseIntPipe,
  type PipeTransform,
  Scope,
  SetMetadata,
  UnauthorizedException,
  UseFilters,
  UseGuards,
  UseInterceptors,
  UsePipes,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, REQUEST, Reflector } from '@nestjs/core';
import { defineTool, type JsonSchema, type ToolContext } from '@toolwire/core';
import { RetryableToolError, ToolError } from '@toolwire/errors';
import { mcp } from '@toolwire/mcp';
import { otc } from '@toolwire/otc';
import { createToolServer, silentLogger } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { map, type Observable, of, tap } from 'rxjs';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { getToolCall, Tool, ToolsModule, ToolsService } from '../src/index.ts';
import { call, callMcp, platforms, post, principalOf, serve, start, tools, type User } from './apps.ts';

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

const users: Readonly<Record<string, User>> = {
  ada: { id: 'ada', roles: ['admin'] },
  bob: { id: 'bob', roles: [] },
};

interface Signed {
  readonly headers: { readonly authorization?: string };
  user?: User;
}

/** The sign-in of the app: it sets `request.user`. */
@Injectable()
class SignInGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Signed>();
    const user = users[request.headers.authorization ?? ''];
    if (user === undefined) throw new UnauthorizedException('Please sign in');
    request.user = user;
    return true;
  }
}

const Roles = (...roles: readonly string[]) => SetMetadata('roles', roles);

@Injectable()
class RolesGuard implements CanActivate {
  constructor(@Inject(Reflector) private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const needed = this.reflector.get<readonly string[] | undefined>('roles', context.getHandler()) ?? [];
    const { user } = context.switchToHttp().getRequest<Signed>();
    return needed.every((role) => user?.roles.includes(role));
  }
}

const orders = [
  { provide: APP_GUARD, useClass: SignInGuard },
  { provide: APP_GUARD, useClass: RolesGuard },
];

const CurrentUser = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Signed>().user,
);

@Injectable()
class Orders {
  readonly deleted: string[] = [];

  delete(id: string): string {
    this.deleted.push(id);
    return `deleted ${id}`;
  }
}

const orderInput = z.object({ id: z.string() });

@Injectable()
class OrderTools {
  constructor(@Inject(Orders) private readonly store: Orders) {}

  @Tool({
    id: 'Orders.Delete',
    version: '1.0.0',
    description: 'Deletes an order.',
    input: orderInput,
    output: z.string(),
  })
  @Roles('admin')
  delete({ id }: z.infer<typeof orderInput>): string {
    return this.store.delete(id);
  }

  @Tool({ id: 'Orders.Owner', version: '1.0.0', description: 'Returns the caller.', output: z.array(z.string()) })
  owner(_input: object, { principal }: ToolContext, @CurrentUser() user: User): string[] {
    return [principal?.id ?? 'none', user.id];
  }
}

describe.each(platforms)('guards on $name', (platform) => {
  it('a denied call runs nothing over every protocol, and a permitted call runs', async () => {
    const { url, app } = await run(platform, { imports: [tools()], providers: [OrderTools, Orders, ...orders] });
    const denied = await call(url, 'Orders.Delete', { id: '1' }, 'bob');
    const overMcp = await callMcp(url, 'Orders_Delete', { id: '1' }, 'bob');
    expect(denied.body).toMatchObject({ success: false, error: { message: 'Forbidden resource' } });
    expect(overMcp).toMatchObject({ isError: true, content: [{ type: 'text', text: 'Forbidden resource' }] });
    expect(app.get(Orders).deleted).toEqual([]);
    const allowed = await call(url, 'Orders.Delete', { id: '2' }, 'ada');
    expect(allowed.body).toMatchObject({ success: true, value: 'deleted 2' });
    expect(app.get(Orders).deleted).toEqual(['2']);
  });

  it('guards of the app protect the endpoint, and a denied caller gets the response of the app', async () => {
    const { url } = await run(platform, { imports: [tools()], providers: [OrderTools, Orders, ...orders] });
    const listing = await fetch(`${url}/ai/tools`);
    expect([listing.status, await listing.json()]).toEqual([
      401,
      { statusCode: 401, message: 'Please sign in', error: 'Unauthorized' },
    ]);
  });

  it('guards of `decorators` put the principal on the request, which method parameters can read', async () => {
    const decorators = [UseGuards(SignInGuard)];
    const { url } = await run(platform, { imports: [tools({ decorators })], providers: [OrderTools, Orders] });
    const { body } = await call(url, 'Orders.Owner', {}, 'bob');
    expect(body).toMatchObject({ value: ['bob', 'bob'] });
    expect((await fetch(`${url}/ai/tools`)).status).toBe(401);
  });

  it('guards of the endpoint run for the paths of tools only', async () => {
    const decorators = [UseGuards(SignInGuard)];
    const { url } = await run(platform, {
      imports: [tools({ path: '/', decorators })],
      providers: [OrderTools, Orders],
    });
    const statusOf = async (path: string): Promise<number> => (await fetch(`${url}${path}`)).status;
    expect([await statusOf('/missing'), await statusOf('/tools/missing'), await statusOf('/')]).toEqual([
      404, 404, 404,
    ]);
    expect([await statusOf('/tools'), await statusOf('/tools/?a=/missing'), await statusOf('/mcp')]).toEqual([
      401, 401, 401,
    ]);
  });

  it('guards of the endpoint let requests pass that have no credentials', async () => {
    const resource = 'https://tools.example.com/ai/mcp';
    const authorization = { resource, authorizationServers: ['https://login.example.com'] } as const;
    const { url } = await run(platform, {
      imports: [
        tools({
          path: '/:tenant/ai',
          decorators: [UseGuards(SignInGuard)],
          principal: ({ user }) => ({ id: (user as User).id }),
          server: (found) =>
            createToolServer({
              tools: found,
              wires: [otc(), mcp({ authorization })],
              cors: { origins: ['https://app.example.com'] },
              validator: ajv(),
              logger: silentLogger,
            }),
        }),
      ],
      providers: [OrderTools, Orders],
    });
    const headers = { origin: 'https://app.example.com', 'access-control-request-method': 'POST' };
    const preflight = await fetch(`${url}/acme/ai/mcp`, { method: 'OPTIONS', headers });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, headers.origin]);
    const metadata = await fetch(`${url}/acme/ai/.well-known/oauth-protected-resource/ai/mcp`);
    expect([metadata.status, await metadata.json()]).toMatchObject([200, { resource }]);
    // A tenant of this name does not make its tools public.
    expect((await fetch(`${url}/.well-known/ai/tools`)).status).toBe(401);
    expect((await fetch(`${url}/acme/ai/tools`)).status).toBe(401);
  });

  it('guards and `values` see the whole URL of the request', async () => {
    const urls: unknown[] = [];
    class RecordUrl implements CanActivate {
      canActivate(context: ExecutionContext): boolean {
        return urls.push(context.switchToHttp().getRequest<{ url: string }>().url) > 0;
      }
    }
    const values = (request: object): [] => {
      urls.push('url' in request && request.url);
      return [];
    };
    const { url } = await run(platform, {
      imports: [tools({ path: '/api/ai', principal: () => undefined, values })],
      providers: [OrderTools, Orders, { provide: APP_GUARD, useClass: RecordUrl }],
    });
    const body = { request: { tool_id: 'Orders.Delete', input: { id: '1' } } };
    expect((await post(`${url}/api/ai/tools/call?from=test`, body)).body).toMatchObject({ result: { success: true } });
    expect(urls).toEqual(Array(3).fill('/api/ai/tools/call?from=test'));
  });

  it('guards of the endpoint run below a path with a parameter', async () => {
    const { url } = await run(platform, {
      imports: [tools({ path: '/:tenant/ai', decorators: [UseGuards(SignInGuard)] })],
      providers: [OrderTools, Orders],
    });
    expect((await fetch(`${url}/acme/ai/tools`)).status).toBe(401);
    expect((await fetch(`${url}/acme/ai/tools`, { headers: { authorization: 'ada' } })).status).toBe(200);
    expect((await fetch(`${url}/acme/ai/missing`)).status).toBe(404);
  });
});

const seen: string[] = [];

@Injectable()
class RecordOutcome implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const toolId = getToolCall(context)?.context.toolId;
    return next.handle().pipe(
      tap({
        next: (value) => seen.push(`${toolId}: ${JSON.stringify(value)}`),
        error: (error: Error) => seen.push(`${toolId}: ${error.message}`),
      }),
    );
  }
}

class Upper implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((value: string) => value.toUpperCase()));
  }
}

class Trim implements PipeTransform {
  transform(value: unknown, { type }: { readonly type: string }): unknown {
    return type === 'body' ? { text: (value as { text: string }).text.trim() } : value;
  }
}

class Teapot extends Error {}

@Catch(Teapot)
class TeapotFilter implements ExceptionFilter {
  catch(): never {
    throw new BadRequestException('Use a kettle');
  }
}

/** A filter as most HTTP apps have it: it writes the response. */
@Catch()
class WritingFilter implements ExceptionFilter {
  catch(exception: unknown, host: ArgumentsHost): void {
    interface Response {
      status(code: number): Response;
      send(body: object): void;
    }
    const status = exception instanceof HttpException ? exception.getStatus() : 500;
    const message = exception instanceof HttpException ? exception.message : 'Something went wrong';
    host.switchToHttp().getResponse<Response>().status(status).send({ status, message });
  }
}

const sumInput: JsonSchema = { type: 'object' };

class Sums {
  @Tool({ id: 'Sums.Add', version: '1.0.0', description: 'Adds.', input: sumInput })
  add(
    @Body('left', ParseIntPipe) left: number,
    { toolId }: ToolContext,
    @Body('right') right: number,
    @Body() input: object,
    @Body('toString') missing?: unknown,
  ): unknown {
    return [toolId, left + right, input, missing];
  }
}

const textInput = z.object({ text: z.string() });

@UseInterceptors(RecordOutcome)
class TextTools {
  @Tool({ id: 'Text.Shout', version: '1.0.0', description: 'Shouts.', input: textInput, output: z.string() })
  @UsePipes(Trim)
  @UseInterceptors(Upper)
  shout({ text }: z.infer<typeof textInput>): Observable<string> {
    return of(`${text}!`);
  }

  @Tool({ id: 'Text.Brew', version: '1.0.0', description: 'Brews.' })
  @UseFilters(TeapotFilter)
  brew(): string {
    throw new Teapot('hidden');
  }

  @Tool({ id: 'Text.Find', version: '1.0.0', description: 'Finds.' })
  find(): string {
    throw new NotFoundException('No such text');
  }

  @Tool({ id: 'Text.Check', version: '1.0.0', description: 'Checks.' })
  check(): string {
    const described = { toString: () => 'name must be a string' };
    throw new BadRequestException([{ path: ['text'], message: 'Too short' }, described, 'No digits']);
  }

  @Tool({ id: 'Text.Hide', version: '1.0.0', description: 'Hides.' })
  hide(): string {
    throw new NotFoundException('');
  }

  @Tool({ id: 'Text.Crash', version: '1.0.0', description: 'Crashes.' })
  crash(): string {
    throw new Error('secret of the database');
  }

  @Tool({ id: 'Text.Busy', version: '1.0.0', description: 'Is busy.' })
  busy(): string {
    throw new RetryableToolError('Busy', { retryAfterMs: 5 });
  }
}

describe.each(platforms)('interceptors, pipes and filters on $name', (platform) => {
  it('see and change the outcome, and transform the input', async () => {
    seen.length = 0;
    const { url } = await run(platform, { imports: [tools()], providers: [TextTools] });
    const { body } = await call(url, 'Text.Shout', { text: '  hi ' });
    await call(url, 'Text.Find');
    expect(body).toMatchObject({ value: 'HI!' });
    expect(seen).toEqual(['Text.Shout@1.0.0: "HI!"', 'Text.Find@1.0.0: No such text']);
  });

  it('read properties of the input, with their own pipes', async () => {
    const { url } = await run(platform, { imports: [tools()], providers: [Sums] });
    const input = { left: '1', right: 2 };
    expect((await call(url, 'Sums.Add', input)).body).toMatchObject({ value: ['Sums.Add@1.0.0', 3, input, null] });
    expect((await call(url, 'Sums.Add', { left: 'one' })).body).toMatchObject({
      error: { message: 'Validation failed (numeric string is expected)' },
    });
  });

  it('map an error; HTTP exceptions keep their message, and others are unexpected', async () => {
    const { url } = await run(platform, { imports: [tools()], providers: [TextTools] });
    const messageOf = async (toolId: string): Promise<unknown> => (await call(url, toolId)).body['error'];
    expect(await messageOf('Text.Brew')).toMatchObject({ message: 'Use a kettle' });
    expect(await messageOf('Text.Find')).toMatchObject({ message: 'No such text' });
    expect(await messageOf('Text.Check')).toMatchObject({ message: 'Too short; name must be a string; No digits' });
    expect(await messageOf('Text.Hide')).toMatchObject({ message: expect.stringMatching(/./) as string });
    expect(await messageOf('Text.Crash')).toMatchObject({ message: 'The tool failed unexpectedly.' });
    expect(await messageOf('Text.Busy')).toMatchObject({ message: 'Busy', can_retry: true, retry_after_ms: 5 });
  });

  it('write a response as over HTTP, which becomes an error of the protocol', async () => {
    const filter = { provide: APP_FILTER, useClass: WritingFilter };
    const { url } = await run(platform, { imports: [tools()], providers: [TextTools, filter] });
    expect((await call(url, 'Text.Crash')).body).toMatchObject({
      success: false,
      error: { message: 'Something went wrong' },
    });
    expect((await call(url, 'Text.Busy')).body).toMatchObject({ error: { message: 'Busy', can_retry: true } });
    expect(await callMcp(url, 'Text_Find', {})).toMatchObject({ isError: true, content: [{ text: 'No such text' }] });
  });
});

let created = 0;

@Injectable({ scope: Scope.REQUEST })
class RequestTools {
  readonly #count = ++created;

  constructor(@Inject(REQUEST) private readonly request: Signed) {}

  @Tool({ id: 'Request.User', version: '1.0.0', description: 'Returns the user.', output: z.string() })
  user(): string {
    return `${this.request.user?.id ?? 'none'} ${this.#count}`;
  }
}

@Injectable({ scope: Scope.REQUEST })
class RequestGuard implements CanActivate {
  constructor(@Inject(REQUEST) private readonly request: Signed) {}

  canActivate(): boolean {
    return this.request.headers.authorization !== 'bob';
  }
}

const shared = {
  provide: 'a tool',
  inject: [Orders],
  useFactory: (store: Orders) =>
    defineTool({
      id: 'Orders.Cancel',
      version: '1.0.0',
      description: 'Cancels an order.',
      input: orderInput,
      run: ({ id }) => store.delete(id),
    }),
};

describe.each(platforms)('scopes and factories on $name', (platform) => {
  it('a request-scoped class is created for each call, with its request', async () => {
    created = 0;
    const decorators = [UseGuards(SignInGuard)];
    const { url } = await run(platform, { imports: [tools({ decorators })], providers: [RequestTools] });
    const [ada, bob] = [await call(url, 'Request.User', {}, 'ada'), await call(url, 'Request.User', {}, 'bob')];
    expect([ada.body['value'], bob.body['value']]).toEqual(['ada 1', 'bob 2']);
  });

  it('a request-scoped guard of the app denies tools of classes and of factories', async () => {
    const guard = { provide: APP_GUARD, scope: Scope.REQUEST, useClass: RequestGuard };
    const { url, app } = await run(platform, { imports: [tools()], providers: [TextTools, Orders, shared, guard] });
    expect((await call(url, 'Orders.Cancel', { id: '1' }, 'bob')).status).toBe(403);
    expect((await call(url, 'Text.Shout', { text: 'hi' }, 'bob')).status).toBe(403);
    expect((await call(url, 'Orders.Cancel', { id: '1' }, 'ada')).body).toMatchObject({ value: 'deleted 1' });
    expect(app.get(Orders).deleted).toEqual(['1']);
  });

  it('interceptors of the app run around the tool of a factory', async () => {
    seen.length = 0;
    const interceptor = { provide: APP_INTERCEPTOR, useClass: RecordOutcome };
    const { url } = await run(platform, { imports: [tools()], providers: [Orders, shared, interceptor] });
    expect((await call(url, 'Orders.Cancel', { id: '7' })).body).toMatchObject({ value: 'deleted 7' });
    expect(seen).toEqual(['Orders.Cancel@1.0.0: "deleted 7"']);
  });

  it('the module reads its options from providers, and providers can be replaced in tests', async () => {
    const imported = ToolsModule.forRootAsync({
      imports: [{ module: class Config {}, providers: [{ provide: 'PATH', useValue: '/v1/ai' }], exports: ['PATH'] }],
      inject: ['PATH'],
      useFactory: (path: string) => ({ path, server: serve, principal: principalOf }),
    });
    const { url, app } = await run(
      platform,
      { imports: [imported], providers: [OrderTools, Orders] },
      { module: (builder) => builder.overrideProvider(Orders).useValue({ delete: (id: string) => `mock ${id}` }) },
    );
    const request = { request: { tool_id: 'Orders.Delete', input: { id: '1' } } };
    expect((await post(`${url}/v1/ai/tools/call`, request)).body).toMatchObject({ result: { value: 'mock 1' } });
    expect((await fetch(`${url}/elsewhere`)).status).toBe(404);
    expect(app.get(ToolsService, { strict: false }).server.tools).toHaveLength(2);
  });
});

it('a tool error that a guard throws reaches the caller as it is', async () => {
  class Guard implements CanActivate {
    canActivate(context: ExecutionContext): boolean {
      if (getToolCall(context) === undefined) return true;
      throw new ToolError('Buy more credits');
    }
  }
  const guard = { provide: APP_GUARD, useClass: Guard };
  const { url } = await run(platforms[0], { imports: [tools()], providers: [TextTools, guard] });
  expect((await call(url, 'Text.Brew')).body).toMatchObject({ error: { message: 'Buy more credits' } });
});
