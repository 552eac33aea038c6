import type { Server } from 'node:http';
import {
  All,
  Body,
  type CanActivate,
  Controller,
  type ExecutionContext,
  HttpCode,
  HttpException,
  type INestApplication,
  type ModuleMetadata,
  Req,
  UseGuards,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { type NestToolServer, ToolsModule } from '@toolwire/nest';
import type { Host, TestApp } from '../host.ts';
import { mountOptions } from '../requester.ts';
import { jsonExceptions } from './express.ts';

interface SignedIn {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly originalUrl: string;
  user?: string;
}

const nestOptions = { logger: false, bodyParser: false, forceCloseConnections: true, abortOnError: false } as const;

const start =
  (createApp: (root: ModuleMetadata, app: TestApp) => Promise<INestApplication>): Host['start'] =>
  async (testApp) => {
    const app = await createApp(rootOf(testApp), testApp);
    await app.listen(testApp.port ?? 0, '127.0.0.1');
    const close = (): Promise<void> => app.close();
    return { url: await app.getUrl(), server: app.getHttpServer() as Server, close, closeApp: close };
  };

function rootOf({ signIn, mounts, routes, answerRoute }: TestApp): ModuleMetadata {
  class SignInGuard implements CanActivate {
    async canActivate(context: ExecutionContext): Promise<boolean> {
      const request = context.switchToHttp().getRequest<SignedIn>();
      const user = await signIn(request.headers['authorization']?.toString());
      if (user === undefined) throw new HttpException('Please sign in', 401);
      request.user = user;
      return true;
    }
  }

  @Controller()
  class Routes {
    @All([...routes])
    @HttpCode(200)
    async answer(@Req() { originalUrl }: SignedIn, @Body() body: unknown): Promise<unknown> {
      const own = { path: originalUrl.split('?')[0] ?? '', body: body ?? null };
      return answerRoute ? answerRoute(own) : own;
    }
  }

  return {
    controllers: routes.length > 0 ? [Routes] : [],
    imports: mounts.map((mount) =>
      ToolsModule.forRoot<SignedIn>({
        ...mountOptions(mount, ({ user, headers }: SignedIn) => ({
          user,
          header: (name) => headers[name]?.toString(),
        })),
        path: mount.prefix,
        // The type of a mounted server has only the step `refuse`, but the servers of these tests have all steps.
        server: () => mount.server as NestToolServer,
        decorators: [UseGuards(SignInGuard)],
      }),
    ),
  };
}

class Root {}

const onExpress = start(async (root, { front, parser }) => {
  const app = await NestFactory.create<NestExpressApplication>(
    { module: Root, ...root },
    new ExpressAdapter(),
    nestOptions,
  );
  app.use(front);
  if (parser) app.useBodyParser('json', parser);
  return app;
});

const onFastify = start(async (root, { headers, parser }) => {
  const adapter = new FastifyAdapter({ bodyLimit: parser?.limit ?? 1024, forceCloseConnections: true });
  const app = await NestFactory.create<NestFastifyApplication>({ module: Root, ...root }, adapter, {
    ...nestOptions,
    bodyParser: true,
  });
  adapter.getInstance().addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
  return app;
});

const packedWith = (adapter: string): Host['packed'] => ({
  imports: {
    '@toolwire/nest': '* as inNest',
    '@nestjs/core': '* as nestCore',
    [`@nestjs/platform-${adapter.toLowerCase()}`]: `* as nest${adapter}`,
  },
  answer: `(async () => {
      const module = { module: class Root {}, imports: [inNest.ToolsModule.forRoot({ path: '', server: () => server })] };
      const app = await nestCore.NestFactory.create(module, new nest${adapter}.${adapter}Adapter(), { logger: false });
      await app.listen(0, '127.0.0.1');
      const answer = await fetch((await app.getUrl()) + '/tools/call', init);
      const { result } = await answer.json();
      await app.close();
      return result.value;
    })()`,
});

export const nestOnExpress: Host = {
  name: 'Nest 11 on Express',
  adapter: '@toolwire/nest',
  tier: 'current',
  bodies: ['unread', 'parsed'],
  start: onExpress,
  packed: packedWith('Express'),
  exceptions: jsonExceptions,
};

export const nestOnFastify: Host = {
  name: 'Nest 11 on Fastify',
  adapter: '@toolwire/nest',
  tier: 'current',
  bodies: ['unread'],
  start: onFastify,
  packed: packedWith('Fastify'),
};
