import { isPromise, type MaybePromise } from '@toolwire/core';
import type { ObserveRequest, ProtocolRequest } from '@toolwire/core/internal';
import { traceIdOf } from '@toolwire/internal';
import { errorResponse, internalError, type RpcResponse } from './json-rpc.ts';
import type { RpcRequest } from './message.ts';
import type { MessageContext, Method } from './message-context.ts';
import { negotiateRevision } from './revisions.ts';
import { readPropagated } from './trace-context.ts';

/** Runs a method. A throw, for example from a value that is not JSON, becomes an internal error. */
export function runMethod<Request extends RpcRequest>(
  method: Method<Request>,
  request: Request,
  context: MessageContext,
  report: (thrown: unknown) => void,
): MaybePromise<RpcResponse> {
  // All closures of a function share their variables, so none here may use the request: it would be retained until the method resolves.
  const { id } = request;
  const fail = (thrown: unknown): RpcResponse => {
    report(thrown);
    return errorResponse(id, internalError('The server could not answer the request'));
  };
  const { observeRequest } = context.service;
  try {
    const response =
      observeRequest === undefined ? method(request, context) : runObserved(observeRequest, method, request, context);
    return isPromise(response) ? response.then(undefined, fail) : response;
  } catch (thrown) {
    return fail(thrown);
  }
}

function runObserved<Request extends RpcRequest>(
  observeRequest: ObserveRequest,
  method: Method<Request>,
  request: Request,
  context: MessageContext,
): MaybePromise<RpcResponse> {
  return observeRequest(observedRequest(request, context), () => method(request, context));
}

function observedRequest({ id, method, params, meta }: RpcRequest, context: MessageContext): ProtocolRequest {
  const { name, uri, protocolVersion } = params;
  const negotiates = method === 'initialize' && typeof protocolVersion === 'string';
  return {
    wire: 'mcp',
    method,
    id,
    protocolVersion: negotiates ? negotiateRevision(protocolVersion).version : context.client.protocolVersion,
    sessionId: context.sessionId,
    transport: context.transport,
    prompt: method === 'prompts/get' && typeof name === 'string' ? name : undefined,
    resourceUri: method.startsWith('resources/') && typeof uri === 'string' ? uri : undefined,
    traceId: traceIdOf(meta['traceparent']),
    propagated: readPropagated(meta, context.header),
  };
}
