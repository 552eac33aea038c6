import type { BodyProblem, HttpResponse, JsonBody } from '@toolwire/core';
import { legacyDialect, modernDialect } from '../dialect.ts';
import { errorAnswer, rpcCodes } from '../rpc/json-rpc.ts';
import type { RpcId } from '../rpc/message.ts';
import { jsonResponse } from './response.ts';

/** Answers a body that is no JSON; the detail never quotes it. */
export function unreadableBody(
  { problem, detail }: Extract<JsonBody, { readonly ok: false }>,
  version: string | undefined,
): HttpResponse {
  const [status, code] = meaning[problem];
  const response = jsonResponse(errorAnswer(noId(version), { code, message: detail }, status));
  // What is left of the body will not be read, so the connection cannot be used again.
  return problem === 'too_large' ? { ...response, headers: { ...response.headers, connection: 'close' } } : response;
}

/** Answers what is no message of the protocol, with its id where that could be read. */
export function malformed(message: string, version: string | undefined, id: RpcId | undefined): HttpResponse {
  return jsonResponse(errorAnswer(id ?? noId(version), { code: rpcCodes.invalidRequest, message }, 400));
}

// JSON-RPC wants null here, and the later revisions of MCP want nothing.
function noId(version: string | undefined): null | undefined {
  if (version === undefined) return null;
  const dialect = version === modernDialect.version ? modernDialect : legacyDialect(version);
  return dialect?.errorsWithoutId === false ? null : undefined;
}

const meaning: Readonly<Record<BodyProblem, readonly [status: number, code: number]>> = {
  too_large: [413, rpcCodes.invalidRequest],
  media_type: [415, rpcCodes.invalidRequest],
  encoding: [400, rpcCodes.notJson],
  too_deep: [400, rpcCodes.invalidRequest],
  not_json: [400, rpcCodes.notJson],
  empty: [400, rpcCodes.notJson],
  interrupted: [400, rpcCodes.notJson],
};
