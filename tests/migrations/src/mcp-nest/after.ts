import type { CanActivate, ExecutionContext } from '@nestjs/common';
import {
  Injectable,
  Module,
  UnauthorizedException,
  UseGuards,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Tool, ToolsModule } from '@toolwire/nest';
import { ToolError, toolwire } from 'toolwire';
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

@Injectable()
class LibraryTools {
  @Tool({
    id: 'Library.Lend',
    version: '1.0.0',
    name: 'lend_book',
    description: 'Lends a book.',
    input: z.object({
      title: z.string().describe('The title, in small letters.'),
    }),
    annotations: { destructive: false },
  })
  lend({ title }: { title: string }) {
    const left = books.get(title);
    if (left === undefined) {
      throw new ToolError(`There is no book "${title}"`);
    }
    return `Here is "${title}", one of ${left}.`;
  }
}

@Module({
  imports: [
    ToolsModule.forRoot({
      path: '/',
      decorators: [UseGuards(KeyGuard)],
      server: (tools) =>
        toolwire({ tools, name: 'library', version: '1.0.0' }),
    }),
  ],
  providers: [LibraryTools],
})
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: false });
await app.listen(Number(process.env['PORT'] ?? 3000));
