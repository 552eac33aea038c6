import { ContextIdFactory, type DiscoveryService, type ExternalContextCreator, type ModuleRef } from '@nestjs/core';
import { callParams } from './call-params.ts';
import { paramsKey } from './nest-metadata.ts';
import type { HandledCall } from './tool-call.ts';

/** A provider, as Nest's discovery returns it. */
export type ProviderWrapper = ReturnType<DiscoveryService['getProviders']>[number];

/** The parts of Nest that run handlers. */
export interface NestParts {
  readonly contexts: ExternalContextCreator;
  readonly moduleRef: ModuleRef;
  readonly discovery: DiscoveryService;
}

/** Which enhancers run around a method. */
export interface Enhancers {
  readonly guards: boolean;
  readonly interceptors: boolean;
  readonly filters: boolean;
}

/** A method of a provider with its enhancers. */
export type Handler = (request: object, response: object, call?: HandledCall) => Promise<unknown>;

type Method = (...args: unknown[]) => unknown;

/** Returns the handlers of a method for a request: one for each set of enhancers, all on the same instance. */
export function createHandlers(
  { contexts, moduleRef }: NestParts,
  wrapper: ProviderWrapper,
  method: string,
  enhancers: readonly Enhancers[],
): (request: object) => readonly Handler[] | Promise<readonly Handler[]> {
  const handlersOf = (
    instance: object,
    ...scope: [contextId?: ReturnType<typeof ContextIdFactory.create>, id?: string]
  ) =>
    enhancers.map((options): Handler => {
      const callback = (instance as Record<string, Method>)[method] as Method;
      return contexts.create(instance, callback, method, paramsKey, callParams, scope[0], scope[1], options, 'http');
    });
  if (wrapper.isDependencyTreeStatic() && !wrapper.isTransient) {
    const handlers = handlersOf(wrapper.instance as object);
    return () => handlers;
  }
  return async (request) => {
    const contextId = ContextIdFactory.getByRequest(request as Record<PropertyKey, unknown>);
    moduleRef.registerRequestByContextId(request, contextId);
    const instance = await moduleRef.resolve<object>(wrapper.token as string, contextId, { strict: false });
    return handlersOf(instance, contextId, wrapper.id);
  };
}
