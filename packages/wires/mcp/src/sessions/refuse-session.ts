import { type HttpResponse, jsonHeaders } from '@toolwire/core/wire';
import { unknownIdIn } from '../http/unreadable.ts';
import { errorText, rpcCodes } from '../rpc/json-rpc.ts';
import type { RpcId } from '../rpc/message.ts';

/** Answers a request of a session that there is not, or not any longer: its client begins a new one. */
export function unknownSession(version: string | undefined, id?: RpcId): HttpResponse {
  // MCP-SESS-02: 404, whatever is wrong with it.
  return refuse(404, id ?? unknownIdIn(version), unknown);
}

/** Answers whoever ends a session and does not say which. */
export function unnamedSession(version: string | undefined): HttpResponse {
  return refuse(400, unknownIdIn(version), unnamed);
}

const unknown = 'There is no such session. Begin a new one with initialize, without the header Mcp-Session-Id.';
const unnamed = 'Send the id of the session to end in the header Mcp-Session-Id.';

function refuse(status: number, id: RpcId | null | undefined, message: string): HttpResponse {
  return { status, headers: jsonHeaders, body: errorText(id, { code: rpcCodes.invalidRequest, message }) };
}
