// The same tool in a NestJS app with mcp-nest, as its guide sets it up.
import 'reflect-metadata';
import type { Server } from 'node:http';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Payload } from '@nestjs/microservices';
import {
  MCP_HTTP_HANDLER,
  McpController,
  McpStrategy,
  StreamableHttpController,
  StreamableHttpTransport,
  Tool,
} from '@rekog/mcp-nest';
import { z } from 'zod';
import { announce } from './announce.ts';

@McpController()
class Calculator {
  @Tool({
    name: 'Calculator_Add',
    description: 'Adds two numbers.',
    parameters: z.object({ a: z.number().describe('The first number.'), b: z.number().describe('The second number.') }),
    outputSchema: z.object({ result: z.number() }),
  })
  add(@Payload() { a, b }: { a: number; b: number }): object {
    return { content: [{ type: 'text', text: String(a + b) }], structuredContent: { result: a + b } };
  }
}

const transport = new StreamableHttpTransport();
const strategy = new McpStrategy({ name: 'calculator', version: '1.0.0', transports: [transport] });

@Controller('mcp')
class Endpoint extends StreamableHttpController {}

@Module({
  controllers: [Calculator, Endpoint],
  providers: [{ provide: MCP_HTTP_HANDLER, useValue: transport.httpHandlers }],
})
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: false });
strategy.setHttpAdapter(app.getHttpAdapter());
app.connectMicroservice({ strategy });
await app.startAllMicroservices();
await app.listen(0, '127.0.0.1');
const server = app.getHttpServer() as Server;
announce(server.address());
