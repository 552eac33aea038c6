import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, ExternalContextCreator, HttpAdapterHost, ModuleRef } from '@nestjs/core';
import { checkNames, type NamesOf } from '@toolwire/internal';
import { DefinedTools } from './find-tools.ts';
import { createEndpoint } from './guarded-endpoint.ts';
import type {
  ModuleOptions,
  NestRequest,
  ToolsModuleAsyncOptions,
  ToolsModuleOptions,
  ToolsOptions,
} from './options.ts';
import { ToolsService } from './tools-service.ts';

const asyncOptionNames: NamesOf<ToolsModuleAsyncOptions> = {
  inject: true,
  useFactory: true,
  decorators: true,
  imports: true,
};
const optionsToken = Symbol('toolwire options');

/** Serves the tools of a Nest app on its HTTP server. */
export class ToolsModule {
  static forRoot<Request = NestRequest>({
    decorators,
    imports,
    ...options
  }: ToolsModuleOptions<Request>): DynamicModule {
    return moduleOf({ decorators, imports }, { provide: optionsToken, useValue: options });
  }

  static forRootAsync<Request = NestRequest>(options: ToolsModuleAsyncOptions<Request>): DynamicModule {
    checkNames('ToolsModule.forRootAsync()', options, asyncOptionNames);
    const { inject = [], useFactory, ...module } = options;
    return moduleOf(module, { provide: optionsToken, inject, useFactory });
  }
}
Module({})(ToolsModule);

function moduleOf({ decorators = [], imports = [] }: ModuleOptions, options: Provider): DynamicModule {
  const endpoint = createEndpoint(decorators);
  return {
    module: ToolsModule,
    imports: [DiscoveryModule, ...imports],
    providers: [
      options,
      endpoint,
      DefinedTools,
      {
        provide: ToolsService,
        inject: [ExternalContextCreator, ModuleRef, DiscoveryService, optionsToken, HttpAdapterHost],
        useFactory: (
          contexts: ExternalContextCreator,
          moduleRef: ModuleRef,
          discovery: DiscoveryService,
          toolsOptions: ToolsOptions,
          host: HttpAdapterHost,
        ) => new ToolsService({ contexts, moduleRef, discovery }, endpoint, toolsOptions, host),
      },
    ],
    exports: [ToolsService],
  };
}
