import { type Answer, errorAnswer, rpcCodes } from '../rpc/json-rpc.ts';
import type { RpcId } from '../rpc/message.ts';

/** Answers a request for a method that is not there. */
export function unknownMethod(id: RpcId): Answer {
  // MCP-HTTP-09: 404 says it to clients that read no body.
  return errorAnswer(id, error, 404);
}

const error = {
  code: rpcCodes.methodNotFound,
  message: 'This version of the protocol has no such method here; server/discover tells what the server can do.',
};
