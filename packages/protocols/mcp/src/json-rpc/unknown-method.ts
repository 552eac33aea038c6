import { errorResponse, type RpcResponse, rpcCodes } from './json-rpc.ts';
import type { RpcId } from './message.ts';

/** The response to an unknown method in revisions before 2026-07-28. */
export function unknownMethod(id: RpcId): RpcResponse {
  return errorResponse(id, { code: rpcCodes.methodNotFound, message: 'This server does not have this method.' });
}

/** The response to an unknown method in 2026-07-28. The status informs clients that don't read the body. MCP-HTTP-09 */
export function unknownModernMethod(id: RpcId): RpcResponse {
  return errorResponse(id, unknownModernMethodError, 404);
}

const unknownModernMethodError = {
  code: rpcCodes.methodNotFound,
  message: 'This revision of MCP does not have this method. Call server/discover to list what the server supports.',
};
