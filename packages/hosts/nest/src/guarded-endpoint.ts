import { createHandlers, type NestParts, type ProviderWrapper } from './call-handlers.ts';
import { markEntryProvider } from './nest-metadata.ts';

/** A class whose guards run for each HTTP request to the tools, before the caller is identified. */
export type Endpoint = new () => { open(): void };

/** Creates an endpoint with guards, which are decorators of its class. */
export function createEndpoint(decorators: readonly ClassDecorator[]): Endpoint {
  class ToolsEndpoint {
    open(): void {}
  }
  markEntryProvider(ToolsEndpoint);
  for (const decorate of decorators) decorate(ToolsEndpoint);
  return ToolsEndpoint;
}

/** Runs the guards of the endpoint and of the app. Rejects if one denies the request. */
export function createGate(nest: NestParts, endpoint: Endpoint): (request: object, response: object) => Promise<void> {
  const wrapper = nest.discovery.getProviders().find(({ metatype }) => metatype === endpoint) as ProviderWrapper;
  const { forRequest } = createHandlers(nest, wrapper, 'open', { interceptors: false });
  return async (request, response) => {
    const { run } = await forRequest(request);
    await run(request, response);
  };
}
