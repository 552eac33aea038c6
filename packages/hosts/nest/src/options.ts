import type { FactoryProvider, ModuleMetadata } from '@nestjs/common';
import type { ToolDefinition } from '@toolwire/core';
import type { HostedServer, MountOptions, StopSteps } from '@toolwire/core/wire';
import type { CloseOptions } from '@toolwire/node';

/** A tool server: what `toolwire()` or `createToolServer()` returns. */
export interface NestToolServer extends HostedServer {
  readonly paths: readonly string[];
  readonly tools?: readonly unknown[];
  readonly stop?: StopSteps;
  readonly ready?: () => Promise<void>;
}

/** A request of Express or Fastify, with what guards add to it. */
export interface NestRequest {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly user?: unknown;
}

// The default path is in `tools-service.ts`.
/** Options of the tools, which a factory may create. */
export interface ToolsOptions<Request = NestRequest> extends MountOptions<Request> {
  /** Creates the tool server: `(tools) => toolwire({ tools })`. */
  readonly server: (tools: readonly ToolDefinition[]) => NestToolServer;
  /** The path of the tools, without the global prefix; `/ai` by default. */
  readonly path?: string | undefined;
  /** The times of a graceful shutdown. */
  readonly shutdown?: CloseOptions | undefined;
}

/** Options of the module itself. */
export interface ModuleOptions {
  /** Decorators of the endpoint, such as `UseGuards(SignInGuard)`: its guards run for each HTTP request to the tools. */
  readonly decorators?: readonly ClassDecorator[] | undefined;
  /** The modules that provide what the guards of `decorators` inject. */
  readonly imports?: ModuleMetadata['imports'];
}

/** Options of `ToolsModule.forRoot()`. */
export interface ToolsModuleOptions<Request = NestRequest> extends ToolsOptions<Request>, ModuleOptions {}

/** Options of `ToolsModule.forRootAsync()`. */
export interface ToolsModuleAsyncOptions<Request = NestRequest> extends ModuleOptions {
  /** The providers to pass to `useFactory`. */
  readonly inject?: FactoryProvider['inject'];
  /** Creates the options. May be async. */
  readonly useFactory: FactoryProvider<ToolsOptions<Request>>['useFactory'];
}
