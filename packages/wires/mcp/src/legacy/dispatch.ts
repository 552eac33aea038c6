import type { Parts } from '../parts/parts.ts';
import type { LegacyClient, LegacyRequest } from '../revisions/legacy-request.ts';
import type { Dispatched } from '../rpc/context.ts';
import { errorAnswer, rpcCodes } from '../rpc/json-rpc.ts';
import { idShape, type RpcRequest } from '../rpc/message.ts';
import { isProgressToken } from '../rpc/progress-token.ts';
import { unknownMethod } from './dispatch-errors.ts';
import { legacyMethods } from './methods.ts';

/** Finds the method of a request. */
export type LegacyDispatch = (request: RpcRequest, client: LegacyClient) => Dispatched<LegacyRequest>;

/** Makes the dispatch of the revisions that begin with `initialize` over their table of methods. */
export function createLegacyDispatch(parts: Parts, tellsOfChanges: boolean): LegacyDispatch {
  const methods = legacyMethods(parts, tellsOfChanges);
  return ({ id, method: name, params, meta }, client) => {
    const method = methods.get(name);
    if (method === undefined) return { answer: unknownMethod(id) };
    const { progressToken } = meta;
    if (progressToken !== undefined && !isProgressToken(progressToken)) {
      return { answer: errorAnswer(id, wrongToken) };
    }
    return { request: { id, method: name, params, meta, client, progressToken }, method };
  };
}

const wrongToken = { code: rpcCodes.invalidParams, message: `The "progressToken" is ${idShape}` };
