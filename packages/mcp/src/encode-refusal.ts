import type { HttpResponse, RefusalCode, RefusedOutcome } from '@toolwire/core';
import { jsonHeaders } from './http/response.ts';
import { errorResult } from './results/encode-error-result.ts';
import type { AnsweredCall } from './results/result-text.ts';
import { errorText, type Reply, type RpcError, rpcCodes } from './rpc/json-rpc.ts';

/** Tells of a call that was refused: what its user can do something about as a result, the rest as an error. */
export function encodeRefusal(refusal: RefusedOutcome, call: AnsweredCall): Reply {
  if (refusal.code === 'missing_requirements') return { result: encodeMissing(refusal, call) };
  const status = refusal.code === 'unauthenticated' ? 401 : undefined;
  return { error: rpcErrorOf(refusal), ...(status && { status }), headers: headersOf(refusal) };
}

/** Answers a request that the server has refused before it was read. */
export function refusalResponse(refusal: RefusedOutcome): HttpResponse {
  return {
    status: statusOf[refusal.code],
    headers: { ...jsonHeaders, ...headersOf(refusal) },
    body: errorText(undefined, rpcErrorOf(refusal)),
  };
}

function encodeMissing(refusal: RefusedOutcome, call: AnsweredCall): string {
  const { message, missing = {} } = refusal;
  const pages = (missing.authorization ?? []).flatMap(({ id, url }) =>
    url === undefined ? [] : [`To authorize '${id}', the user opens ${url}. Then call the tool again.`],
  );
  const { authorization, secrets, userId } = missing;
  const providers = authorization?.map(({ id, url }) => ({ id, url }));
  const error = {
    message,
    can_retry: false,
    missing_requirements: { authorization: providers, secrets, user_id: userId },
  };
  const arcade = { errorKind: 'TOOL_RUNTIME_CONTEXT_REQUIRED', canRetry: false };
  return errorResult([message, ...pages].join('\n'), error, arcade, call, refusal);
}

function rpcErrorOf({ code, message, retryAfterMs }: RefusedOutcome): RpcError {
  return { code: rpcCodeOf[code], message, data: { code, retry_after_ms: retryAfterMs } };
}

function headersOf({ code, challenge, retryAfterMs }: RefusedOutcome): Readonly<Record<string, string>> {
  return {
    ...(retryAfterMs !== undefined && { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) }),
    ...(challenge !== undefined && { 'www-authenticate': challenge }),
    // What is left of the body will not be read, so the connection cannot be used again.
    ...(code === 'body_too_large' && { connection: 'close' }),
  };
}

const rpcCodeOf: Readonly<Record<RefusalCode, number>> = {
  unauthenticated: rpcCodes.invalidRequest,
  unavailable: rpcCodes.internal,
  overloaded: rpcCodes.internal,
  body_too_large: rpcCodes.invalidRequest,
  unsupported_media_type: rpcCodes.invalidRequest,
  malformed: rpcCodes.invalidRequest,
  unsupported_protocol_version: rpcCodes.invalidRequest,
  invalid_tool_id: rpcCodes.invalidParams,
  tool_not_found: rpcCodes.invalidParams,
  version_not_found: rpcCodes.invalidParams,
  missing_requirements: rpcCodes.invalidParams,
  call_id_conflict: rpcCodes.invalidParams,
  method_not_allowed: rpcCodes.invalidRequest,
  not_found: rpcCodes.methodNotFound,
  internal: rpcCodes.internal,
};

const statusOf: Readonly<Record<RefusalCode, number>> = {
  unauthenticated: 401,
  unavailable: 503,
  overloaded: 429,
  body_too_large: 413,
  unsupported_media_type: 415,
  malformed: 400,
  unsupported_protocol_version: 400,
  invalid_tool_id: 400,
  tool_not_found: 404,
  version_not_found: 404,
  missing_requirements: 400,
  call_id_conflict: 409,
  method_not_allowed: 405,
  not_found: 404,
  internal: 500,
};
