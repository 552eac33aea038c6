import { isInputRequired, type ToolDefinition } from '@toolwire/core';
import { createHandlers, type Handler, type NestParts, type ProviderWrapper } from './call-handlers.ts';
import { CallResponse } from './call-response.ts';
import { createCall, type HandledCall, requestKey } from './tool-call.ts';
import { isToolError, toToolError } from './tool-error-of.ts';

const aroundRun = { guards: true, interceptors: true, filters: false };
const onlyFilters = { guards: false, interceptors: false, filters: true };

/** The `run` of a tool whose handler is a method of a provider. `definedRun` is the `run` of `defineTool`, for the provider to call. */
export function createRun(
  nest: NestParts,
  wrapper: ProviderWrapper,
  method: string,
  definedRun?: ToolDefinition['run'],
): ToolDefinition['run'] {
  const handlersOf = createHandlers(nest, wrapper, method, [aroundRun, onlyFilters]);
  return async (input, context) => {
    // A durable call runs later, without its request. Guards that need credentials deny it.
    const request = context.get(requestKey) ?? { headers: {}, user: context.principal };
    const call = createCall({ input, context, ...(definedRun !== undefined && { run: definedRun }) });
    const [run, filter] = (await handlersOf(request)) as [Handler, Handler];
    const response = new CallResponse();
    try {
      return await run(request, response, call);
    } catch (thrown) {
      // Tool errors have their message already, and questions and aborts are not errors.
      if (isToolError(thrown) || isInputRequired(thrown) || context.signal.aborted) throw thrown;
      return filtered(thrown, () => filter(request, response, failedCall(call, thrown)), response);
    }
  };
}

function failedCall(call: HandledCall, thrown: unknown): HandledCall {
  return createCall({ ...call, failure: { thrown } });
}

/** The result of the exception filters: a value, or the error for the caller. */
async function filtered(thrown: unknown, filter: () => Promise<unknown>, response: CallResponse): Promise<unknown> {
  let result: unknown;
  try {
    result = await filter();
  } catch (rethrown) {
    throw response.toError(thrown) ?? toToolError(rethrown);
  }
  const written = response.toError(thrown);
  if (written !== undefined) throw written;
  if (result instanceof Error) throw toToolError(result);
  return result;
}
