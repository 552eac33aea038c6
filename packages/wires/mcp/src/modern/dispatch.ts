import type { Parts } from '../parts/parts.ts';
import type { ModernRequest } from '../revisions/modern-request.ts';
import type { Dispatched, MessageContext } from '../rpc/context.ts';
import { errorAnswer } from '../rpc/json-rpc.ts';
import type { RpcRequest } from '../rpc/message.ts';
import { unknownMethod } from './dispatch-errors.ts';
import { envelopeProblem, readEnvelope, versionProblem } from './envelope.ts';
import { differingHeader, missingHeader, readStandardHeaders } from './headers.ts';
import { modernMethods } from './methods.ts';

/** Checks all of a request that does not depend on its method, and finds that. */
export type ModernDispatch = (request: RpcRequest, header: MessageContext['header']) => Dispatched<ModernRequest>;

/** Makes the dispatch of 2026-07-28 over its table of methods. */
export function createModernDispatch(parts: Parts): ModernDispatch {
  const methods = modernMethods(parts);
  return (request, header) => {
    const sent = header && readStandardHeaders(header);
    const problem =
      envelopeProblem(request) ??
      (sent && differingHeader(request, sent)) ??
      versionProblem(request) ??
      (sent && missingHeader(request, sent));
    if (problem !== undefined) return { answer: errorAnswer(request.id, problem, 400) };
    const method = methods.get(request.method);
    if (method === undefined) return { answer: unknownMethod(request.id) };
    return { request: readEnvelope(request), method };
  };
}
