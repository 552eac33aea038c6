import { type Answer, errorAnswer, rpcCodes } from '../rpc/json-rpc.ts';
import type { RpcId } from '../rpc/message.ts';

/** Answers a request for a method that is not there. */
export function unknownMethod(id: RpcId): Answer {
  return errorAnswer(id, error);
}

const error = { code: rpcCodes.methodNotFound, message: 'This server has no such method.' };
