import type { RefusalCode, RefusedOutcome } from '@toolwire/core';
import { type Reply, type RpcError, rpcCodes } from '../rpc/json-rpc.ts';
import type { Challenges } from './challenges.ts';
import { errorResult } from './encode-error-result.ts';
import type { AnsweredCall } from './result-text.ts';

/** Tells of a call that was refused: what its user can do something about as a result, the rest as an error. */
export function encodeRefusal(given: RefusedOutcome, call: AnsweredCall, { challenges, header }: Asked): Reply {
  const challenge = challenges.inResult(given, header);
  if (challenge !== undefined) return { result: encodeChallenge(given, challenge, call) };
  const refusal = challenges.lead(given);
  if (refusal.code === 'missing_requirements') return { result: encodeMissing(refusal, call) };
  const status = statuses[refusal.code];
  return { error: refusalError(refusal), ...(status && { status }), headers: refusalHeaders(refusal) };
}

/** Who asks, as far as it matters for how a challenge is told. */
export interface Asked {
  readonly challenges: Challenges;
  readonly header: ((name: string) => string | undefined) | undefined;
}

// As ChatGPT reads it; the words are for its model.
function encodeChallenge(refusal: RefusedOutcome, challenge: string, call: AnsweredCall): string {
  const { message } = refusal;
  const callMeta = `${call.callMeta},"mcp/www_authenticate":${JSON.stringify([challenge])}`;
  const arcade = { errorKind: 'TOOL_RUNTIME_CONTEXT_REQUIRED', canRetry: false };
  return errorResult(message, { message, can_retry: false }, arcade, { ...call, callMeta }, refusal);
}

// MCP-AUTH-04: clients sign in by these statuses; all else is told in the body alone.
const statuses: Readonly<Partial<Record<RefusalCode, number>>> = { unauthenticated: 401, insufficient_scope: 403 };

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

/** A refusal as an error of JSON-RPC. */
export function refusalError({ code, message, retryAfterMs, scopes }: RefusedOutcome): RpcError {
  return { code: rpcCodeOf[code], message, data: { code, retry_after_ms: retryAfterMs, scopes } };
}

/** What a refusal says in headers, where HTTP carries it. */
export function refusalHeaders({ code, challenge, retryAfterMs }: RefusedOutcome): Readonly<Record<string, string>> {
  return {
    ...(retryAfterMs !== undefined && { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) }),
    ...(challenge !== undefined && { 'www-authenticate': challenge }),
    // The rest of the body is not read, so the connection cannot be used again.
    ...(code === 'body_too_large' && { connection: 'close' }),
  };
}

const rpcCodeOf: Readonly<Record<RefusalCode, number>> = {
  unauthenticated: rpcCodes.invalidRequest,
  insufficient_scope: rpcCodes.invalidRequest,
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
