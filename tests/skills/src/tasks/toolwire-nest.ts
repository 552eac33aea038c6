// A Nest app has a service that doubles numbers and a guard that signs users in. Offer it as a tool that names its user, and
// refuse an input that is not a number.
import 'reflect-metadata';
import { type CanActivate, type ExecutionContext, Inject, Injectable, Module, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Tool, ToolsModule } from '@toolwire/nest';
import { type ToolContext, toolwire } from 'toolwire';
import { z } from 'zod';

@Injectable()
class Numbers {
  double = (value: number) => value * 2;
}

@Injectable()
class SignedIn implements CanActivate {
  canActivate(context: ExecutionContext) {
    const request = context.switchToHttp().getRequest<{ user?: { id: string } }>();
    request.user ??= { id: 'ada' };
    return true;
  }
}

const input = z.object({ value: z.number().describe('The number.') });

@Injectable()
class NumberTools {
  constructor(@Inject(Numbers) private readonly numbers: Numbers) {}

  @Tool({ id: 'Numbers.Double', version: '1.0.0', description: 'Doubles a number.', input, output: z.string() })
  double({ value }: z.infer<typeof input>, { principal }: ToolContext) {
    return `${this.numbers.double(value)} for ${principal?.id}`;
  }
}

@Module({
  imports: [
    ToolsModule.forRoot<{ user?: { id: string } }>({
      path: '/ai',
      server: (tools) => toolwire({ tools }),
      principal: ({ user }) => user && { id: user.id },
      decorators: [UseGuards(SignedIn)],
    }),
  ],
  providers: [Numbers, NumberTools],
})
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: false });
await app.listen(0, '127.0.0.1');
const url = await app.getUrl();
for (const value of [6, 'six']) {
  const response = await fetch(`${url}/ai/tools/call`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ request: { tool_id: 'Numbers.Double', input: { value } } }),
  });
  const { result } = (await response.json()) as { readonly result?: { readonly value: string } };
  console.log(response.status, result?.value);
}
await app.close();
