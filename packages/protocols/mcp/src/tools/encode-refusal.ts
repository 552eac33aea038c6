import type { RefusalCode, RefusedOutcome } from '@toolwire/core';
import { refusalHeaders } from '@toolwire/core/internal';
import { rpcCodes } from '@toolwire/internal';
import type { RpcError } from '../json-rpc/errors.ts';
import type { Reply } from '../json-rpc/responses.ts';
import { errorResult } from './encode-outcome.ts';
import type { ResultContext } from './encode-result.ts';
import { type Challenges, challengeStatus } from './www-authenticate.ts';

/** Encodes a refusal: as a result if the user can resolve it, otherwise as an error. */
export function encodeRefusal(
  outcome: RefusedOutcome,
  call: ResultContext,
  { challenges, header }: ChallengeContext,
): Reply {
  const challenge = challenges.resultChallenge(outcome, header);
  if (challenge !== undefined) return { result: encodeChallenge(outcome, challenge, call) };
  const refusal = challenges.addChallenge(outcome);
  if (refusal.code === 'missing_requirements') return { result: encodeMissing(refusal, call) };
  const status = challengeStatus[refusal.code];
  return { error: refusalError(refusal), ...(status && { status }), headers: refusalHeaders(refusal) };
}

/** The challenges of the endpoint, and the headers of the request. */
export interface ChallengeContext {
  readonly challenges: Challenges;
  readonly header: ((name: string) => string | undefined) | undefined;
}

// The format of ChatGPT. Its model reads the message.
function encodeChallenge(refusal: RefusedOutcome, challenge: string, call: ResultContext): string {
  const { message } = refusal;
  const callMeta = `${call.callMeta},"mcp/www_authenticate":${JSON.stringify([challenge])}`;
  const arcade = { errorKind: 'TOOL_RUNTIME_CONTEXT_REQUIRED', canRetry: false };
  const forms = { text: message, error: { message, can_retry: false }, arcade };
  return errorResult(forms, { ...call, callMeta }, refusal);
}

function encodeMissing(refusal: RefusedOutcome, call: ResultContext): string {
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
  return errorResult({ text: [message, ...pages].join('\n'), error, arcade }, call, refusal);
}

/** Converts a refusal to a JSON-RPC error. */
export function refusalError({ code, message, retryAfterMs, mayHaveRun, scopes }: RefusedOutcome): RpcError {
  const data = { code, retry_after_ms: retryAfterMs, may_have_run: mayHaveRun, scopes };
  return { code: rpcCodeOf[code], message, data };
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
