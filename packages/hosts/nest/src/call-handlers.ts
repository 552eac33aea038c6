import { ContextIdFactory, type DiscoveryService, type ExternalContextCreator, type ModuleRef } from '@nestjs/core';
import { callParams, paramsKey } from './call-params.ts';
import { copyMetadata } from './nest-metadata.ts';
import { createQuietCreator } from './quiet-filters.ts';
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
}

/** A method of a provider with its enhancers. */
type Handler = (request: object, response: object, call?: HandledCall) => Promise<unknown>;

/** The handlers of a method for one request. */
interface Handlers {
  /** Runs the enhancers, the pipes and the method. */
  readonly run: Handler;
  /** Passes the failure of a call to the exception filters. */
  readonly filter: Handler;
}

/** The handlers of a method. */
export interface MethodHandlers {
  /** Creates the provider if it is request-scoped. */
  readonly forRequest: (request: object) => Handlers | Promise<Handlers>;
  /** The filter for errors of `forRequest`, without request-scoped filters, as in Nest's own routes. */
  readonly filter: Handler;
}

type Method = (...args: unknown[]) => unknown;
type Instance = Readonly<Record<string, Method>>;
type Scope = [contextId?: ReturnType<typeof ContextIdFactory.create>, id?: string];

const onlyFilters = { guards: false, interceptors: false, filters: true };

/** Creates the handlers of a method: Nest runs the enhancers, the pipes and the method. */
export function createHandlers(
  { contexts, moduleRef }: NestParts,
  wrapper: ProviderWrapper,
  method: string,
  enhancers: Enhancers,
): MethodHandlers {
  // For a request-scoped class, this is an object whose constructor has not run.
  const host = wrapper.instance as Instance;
  const throwFailure = createThrowFailure(host[method] as Method);
  const filtering = createQuietCreator(contexts);

  const createRun = (instance: Instance, [contextId, id]: Scope): Handler => {
    const options = { ...enhancers, filters: false };
    const callback = instance[method] as Method;
    return contexts.create(instance, callback, method, paramsKey, callParams, contextId, id, options, 'http');
  };
  const createFilter = (instance: Instance, [contextId, id]: Scope): Handler => {
    // Nest finds no parameters under this name, so pipes and parameter decorators don't run again.
    const name = `failure of ${method}`;
    return filtering.create(instance, throwFailure, name, paramsKey, callParams, contextId, id, onlyFilters, 'http');
  };
  const createRunAndFilter = (instance: Instance, ...scope: Scope): Handlers => ({
    run: createRun(instance, scope),
    filter: createFilter(instance, scope),
  });

  if (wrapper.isDependencyTreeStatic() && !wrapper.isTransient) {
    const handlers = createRunAndFilter(host);
    return { forRequest: () => handlers, filter: handlers.filter };
  }
  const forRequest = async (request: object): Promise<Handlers> => {
    const contextId = ContextIdFactory.getByRequest(request as Record<PropertyKey, unknown>);
    moduleRef.registerRequestByContextId(request, contextId);
    const instance = await moduleRef.resolve<Instance>(wrapper.token as string, contextId, { strict: false });
    return createRunAndFilter(instance, contextId, wrapper.id);
  };
  return { forRequest, filter: createFilter(host, []) };
}

/** Creates a substitute for a failed method: Nest finds the filters of the method on it, and can't run the method itself. */
function createThrowFailure(method: Method): Method {
  const throwFailure: Method = (_request, _response, call) => {
    throw (call as HandledCall).failure?.thrown;
  };
  return copyMetadata(method, throwFailure);
}
