import { errorResponse, type RpcResponse, rpcCodes } from '../json-rpc/json-rpc.ts';
import type { RpcId } from '../json-rpc/message.ts';

/** The response to an unknown method in revisions before 2026-07-28. */
export function unknownMethod(id: RpcId): RpcResponse {
  return errorResponse(id, { code: rpcCodes.methodNotFound, message: 'This server does not have this method.' });
}
