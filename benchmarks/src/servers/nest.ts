// A NestJS app with one tool of @toolwire/nest.
import type { Server } from 'node:http';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Tool, ToolsModule } from '@toolwire/nest';
import { toolwire } from 'toolwire';
import { z } from 'zod';
import { announce } from './announce.ts';

@Injectable()
class Calculator {
  @Tool({
    id: 'Calculator.Add',
    version: '1.0.0',
    description: 'Adds two numbers.',
    input: z.object({ a: z.number().describe('The first number.'), b: z.number().describe('The second number.') }),
    output: z.number(),
  })
  add({ a, b }: { a: number; b: number }): number {
    return a + b;
  }
}

@Module({
  imports: [ToolsModule.forRoot({ path: '/', server: (tools) => toolwire({ tools }) })],
  providers: [Calculator],
})
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: false });
await app.listen(0, '127.0.0.1');
const server = app.getHttpServer() as Server;
announce(server.address());
