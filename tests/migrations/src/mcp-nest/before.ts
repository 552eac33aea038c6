import 'reflect-metadata';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import {
  Controller,
  Injectable,
  Module,
  UnauthorizedException,
  UseGuards,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Payload, RpcException } from '@nestjs/microservices';
import {
  MCP_HTTP_HANDLER,
  McpController,
  McpStrategy,
  StreamableHttpController,
  StreamableHttpTransport,
  Tool,
} from '@rekog/mcp-nest';
import { z } from 'zod';

interface Request {
  readonly headers: Record<string, string | undefined>;
}

@Injectable()
class KeyGuard implements CanActivate {
  canActivate(context: ExecutionContext) {
    const { headers } = context.switchToHttp().getRequest<Request>();
    if (headers['x-api-key'] === process.env['ADA_KEY']) return true;
    throw new UnauthorizedException();
  }
}

const books = new Map([['dune', 3]]);

@McpController()
class LibraryTools {
  @Tool({
    name: 'lend_book',
    description: 'Lends a book.',
    parameters: z.object({
      title: z.string().describe('The title, in small letters.'),
    }),
    annotations: { destructiveHint: false },
  })
  lend(@Payload() { title }: { title: string }) {
    const left = books.get(title);
    if (left === undefined) {
      throw new RpcException(`There is no book "${title}"`);
    }
    const text = `Here is "${title}", one of ${left}.`;
    return { content: [{ type: 'text', text }] };
  }
}

const transport = new StreamableHttpTransport();
const strategy = new McpStrategy({
  name: 'library',
  version: '1.0.0',
  transports: [transport],
});

@Controller('mcp')
@UseGuards(KeyGuard)
class LibraryEndpoint extends StreamableHttpController {}

@Module({
  controllers: [LibraryTools, LibraryEndpoint],
  providers: [
    { provide: MCP_HTTP_HANDLER, useValue: transport.httpHandlers },
  ],
})
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: false });
strategy.setHttpAdapter(app.getHttpAdapter());
app.connectMicroservice({ strategy });
await app.startAllMicroservices();
await app.listen(Number(process.env['PORT'] ?? 3000));
