import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createGround } from '../src/ground.ts';
import { installByNpm, writeFiles } from '../src/project.ts';
import { outputOf } from '../src/run.ts';

const ground = createGround();
afterAll(() => ground.remove(), 300_000);

const nest = {
  '@nestjs/common': '12.5.1',
  '@nestjs/core': '12.5.1',
  '@nestjs/platform-express': '12.5.1',
  '@nestjs/platform-fastify': '12.5.0',
  'reflect-metadata': '0.2.2',
  rxjs: '7.8.2',
};

const program = `
  import { Catch, Module, UseFilters } from '@nestjs/common';
  import { NestFactory } from '@nestjs/core';
  import { ExpressAdapter } from '@nestjs/platform-express';
  import { FastifyAdapter } from '@nestjs/platform-fastify';
  import { Tool, ToolsModule } from '@toolwire/nest';
  import { toolwire } from 'toolwire';

  class Greetings {
    greet() {
      return 'Hello';
    }
    fail() {
      throw new RangeError('No greeting');
    }
  }
  class RangeFilter {
    catch(error, host) {
      host.switchToHttp().getResponse().status(409).send({ message: error.message + ' today' });
    }
  }
  Catch(RangeError)(RangeFilter);
  UseFilters(RangeFilter)(Greetings);
  for (const method of ['greet', 'fail']) {
    const tool = Tool({ id: 'Greetings.' + method, version: '1.0.0', description: 'Greets.' });
    tool(Greetings.prototype, method, Object.getOwnPropertyDescriptor(Greetings.prototype, method));
  }
  class Root {}
  Module({
    imports: [ToolsModule.forRoot({ server: (tools) => toolwire({ tools }) })],
    providers: [Greetings],
  })(Root);

  const results = [];
  const ignore = () => {};
  const logger = { log: ignore, warn: ignore, error: (...texts) => results.push(texts) };
  for (const Adapter of [ExpressAdapter, FastifyAdapter]) {
    const app = await NestFactory.create(Root, new Adapter(), { logger });
    await app.listen(0, '127.0.0.1');
    for (const id of ['Greetings.greet', 'Greetings.fail']) {
      const response = await fetch((await app.getUrl()) + '/ai/tools/call', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ request: { tool_id: id } }),
      });
      const { result } = await response.json();
      results.push(result.value ?? result.error.message);
    }
    await app.close();
  }
  console.log(JSON.stringify(results));
`;

// Everything else runs with Nest 11, because packages of Nest 12 require Node 22.
it('@toolwire/nest serves calls with a filter in an app of Nest 12, on Express and on Fastify', {
  timeout: 600_000,
}, async () => {
  const packed = await ground.tarballs();
  const folder = await installByNpm(join(ground.folder, 'nest-12'), { ...packed, ...nest }, packed);
  writeFiles(folder, { 'main.mjs': program });
  expect(JSON.parse(await outputOf('node', ['main.mjs'], folder))).toEqual([
    'Hello',
    'No greeting today',
    'Hello',
    'No greeting today',
  ]);
});
