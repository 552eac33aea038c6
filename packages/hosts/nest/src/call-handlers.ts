import type { ArgumentsHost } from '@nestjs/common';
import { ContextIdFactory, type DiscoveryService, type ExternalContextCreator, type ModuleRef } from '@nestjs/core';
import type { CallResponse } from './call-response.ts';
import { callParams, copyMetadata, paramsKey } from './nest-metadata.ts';
import type { HandledCall } from './tool-call.ts';

/** A provider, as Nest's discovery returns it. */
export type ProviderWrapper = ReturnType<DiscoveryService['getProviders']>[number];

/** The parts of Nest that run handlers. */
export interface NestParts {
  readonly contexts: ExternalContextCreator;
  readonly moduleRef: ModuleRef;
  readonly discovery: DiscoveryService;
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
interface MethodHandlers {
  /** Creates the provider if it is request-scoped. */
  readonly forRequest: (request: object) => Handlers | Promise<Handlers>;
  /** The filter for errors of `forRequest`, without request-scoped filters, as in Nest's own routes. */
  readonly filter: Handler;
}

type Method = (...args: unknown[]) => unknown;
type Instance = Readonly<Record<string, Method>>;
type Scope = [contextId?: ReturnType<typeof ContextIdFactory.create>, id?: string];

const onlyFilters = { guards: false, interceptors: false, filters: true };

/** Creates the handlers of a method: Nest runs the guards, the interceptors if they are wanted, the pipes and the method. */
export function createHandlers(
  { contexts, moduleRef }: NestParts,
  wrapper: ProviderWrapper,
  method: string,
  { interceptors }: { readonly interceptors: boolean },
): MethodHandlers {
  // For a request-scoped class, this is an object whose constructor has not run.
  const host = wrapper.instance as Instance;
  const throwFailure = createThrowFailure(host[method] as Method);
  const filtering = createQuietCreator(contexts);

  const createRun = (instance: Instance, [contextId, id]: Scope): Handler => {
    const options = { guards: true, interceptors, filters: false };
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

/** Runs the filters of a method, as Nest creates it. */
interface ExceptionsHandler {
  /** Runs the filter of the error. Returns what the filter returns; nothing without a filter. */
  invokeCustomFilters(thrown: unknown, host: ArgumentsHost): unknown;
  /** Logs the error and throws it. */
  catch(thrown: unknown, host: ArgumentsHost): unknown;
}

/** The property of the creator that runs filters, in Nest 11 and 12. */
interface ErrorProxy {
  createProxy(target: unknown, filters: { next: ExceptionsHandler['catch'] }, type: string): unknown;
}

/** A creator of handlers whose errors are not logged if a filter has written the response, as in Nest's own routes. */
export function createQuietCreator(contexts: ExternalContextCreator): ExternalContextCreator {
  const { externalErrorProxy } = contexts as unknown as { readonly externalErrorProxy?: ErrorProxy };
  // A later version of Nest may lack it. Nest then logs these errors, and everything else works.
  if (externalErrorProxy === undefined) return contexts;
  const createProxy = (target: unknown, filters: ExceptionsHandler, type: string): unknown => {
    const next = (thrown: unknown, host: ArgumentsHost): unknown => {
      const result = filters.invokeCustomFilters(thrown, host);
      const { headersSent } = host.getArgByIndex<CallResponse>(1);
      // oxlint-disable-next-line promise/valid-params -- the method of a filter, not of a promise
      return headersSent ? result : (result ?? filters.catch(thrown, host));
    };
    return externalErrorProxy.createProxy(target, { next }, type);
  };
  // Nest logs each error whose filter returns nothing, because outside of HTTP a filter answers with its result.
  return Object.create(contexts, { externalErrorProxy: { value: { createProxy } } }) as ExternalContextCreator;
}
