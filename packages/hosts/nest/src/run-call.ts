import { isInputRequired, type ToolDefinition } from '@toolwire/core';
import { isToolError } from '@toolwire/internal';
import { createHandlers, type NestParts, type ProviderWrapper } from './call-handlers.ts';
import { CallResponse, toToolError } from './call-response.ts';
import { createCall, type HandledCall, requestKey } from './tool-call.ts';

/** The `run` of a tool whose handler is a method of a provider. `definedRun` is the `run` of `defineTool`, for the provider to call. */
export function createRun(
  nest: NestParts,
  wrapper: ProviderWrapper,
  method: string,
  definedRun?: ToolDefinition['run'],
): ToolDefinition['run'] {
  const handlers = createHandlers(nest, wrapper, method, { interceptors: true });
  return async (input, context) => {
    // A durable call runs later, without its request. Guards that need credentials deny it.
    const request = context.get(requestKey) ?? { headers: {}, user: context.principal };
    const call = createCall({ input, context, ...(definedRun !== undefined && { run: definedRun }) });
    const response = new CallResponse();
    let { filter } = handlers;
    try {
      const ofRequest = await handlers.forRequest(request);
      filter = ofRequest.filter;
      return await ofRequest.run(request, response, call);
    } catch (thrown) {
      // Tool errors have their message already, and input requests and aborts are not errors.
      if (isToolError(thrown) || isInputRequired(thrown) || context.signal.aborted) throw thrown;
      return filtered(thrown, () => filter(request, response, failedCall(call, thrown)), response);
    }
  };
}

function failedCall(call: HandledCall, thrown: unknown): HandledCall {
  return createCall({ ...call, failure: { thrown } });
}

/** The result of the exception filters: a value, or the error for the caller. Without a result, the error stays as it is. */
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
  if (result === undefined || result === null) throw toToolError(thrown);
  return result;
}
