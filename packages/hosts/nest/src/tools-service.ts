import type { Server as HttpServer } from 'node:http';
import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import type { HttpAdapterHost } from '@nestjs/core';
import { readBasePath } from '@toolwire/core/internal';
import { checkNames, type NamesOf, StartupError } from '@toolwire/internal';
import { type Close, closeGracefully } from '@toolwire/node';
import { checkCloseOptions, stopWorker } from '@toolwire/node/internal';
import type { NestParts } from './call-handlers.ts';
import { findTools } from './find-tools.ts';
import { createGate, type Endpoint } from './guarded-endpoint.ts';
import { mount } from './mount.ts';
import type { NestToolServer, ToolsOptions } from './options.ts';

const optionNames: NamesOf<ToolsOptions> = { server: true, path: true, principal: true, values: true, shutdown: true };

/**
 * Holds the tool server of the app, mounts it when the app starts, and drains it when the app stops.
 * `app.get(ToolsService<Toolwire>)` has the type of the server that the option `server` creates.
 */
export class ToolsService<Server extends NestToolServer = NestToolServer> implements OnModuleInit, OnModuleDestroy {
  readonly #nest: NestParts;
  readonly #endpoint: Endpoint;
  readonly #options: ToolsOptions;
  readonly #host: HttpAdapterHost;
  #server: Server | undefined;
  #close: Close | undefined;

  constructor(nest: NestParts, endpoint: Endpoint, options: ToolsOptions, host: HttpAdapterHost) {
    checkNames('ToolsModule', options, optionNames);
    checkCloseOptions('shutdown of ToolsModule', options.shutdown);
    this.#nest = nest;
    this.#endpoint = endpoint;
    this.#options = options;
    this.#host = host;
  }

  /** The tool server, once the app is initialized. */
  get server(): Server {
    if (this.#server === undefined) {
      throw new Error('The tool server does not exist yet. Use it after app.init() or app.listen().');
    }
    return this.#server;
  }

  async onModuleInit(): Promise<void> {
    const { server: createServer, path = '/ai', ...options } = this.#options;
    const tools = findTools(this.#nest);
    // A factory without the parameter brings its own tools.
    if (tools.length === 0 && createServer.length > 0) {
      throw new StartupError(
        'TW_NEST_TOOLS',
        'ToolsModule found no tools. Add a class with @Tool methods to the providers of a module that the app imports.',
      );
    }
    const server = createServer(tools);
    await server.ready?.();
    this.#server = server as Server;
    // An application context, such as a worker, has no HTTP server.
    const { httpAdapter } = this.#host;
    if (httpAdapter === undefined) {
      const { stop } = server;
      this.#close = async (times) => stop && stopWorker(stop, times?.deadlineMs);
      return;
    }
    mount(httpAdapter, { path: readBasePath(path), server, options, gate: createGate(this.#nest, this.#endpoint) });
    this.#close = closeGracefully(httpAdapter.getHttpServer() as HttpServer, server, { signals: false });
  }

  /** Finishes running calls before `beforeApplicationShutdown` and `onApplicationShutdown`, where the app closes what tools use. */
  async onModuleDestroy(): Promise<void> {
    await this.#close?.(this.#options.shutdown);
  }
}
