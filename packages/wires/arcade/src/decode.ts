import type { Call, RefusedOutcome } from '@toolwire/core';
import { type Caller, type HttpRequest, isObject, type JsonBody, present } from '@toolwire/core/wire';
import { longestId } from '@toolwire/internal';
import { decodeContext } from './decode-context.ts';

/** A call as it was asked for, or the refusal that answers the request. */
export type DecodedCall =
  | {
      readonly ok: true;
      readonly call: Call;
      /** This wire sends a token alone: which provider it is of, the tool tells. */
      readonly token: string | undefined;
    }
  | { readonly ok: false; readonly refusal: RefusedOutcome };

/** Reads the request of an engine: `{ execution_id, run_id, tool: { toolkit, name, version }, inputs, context }`. */
export function decodeCall(body: JsonBody, request: HttpRequest, { principal, isCallerKnown }: Caller): DecodedCall {
  if (!body.ok) return undecoded(unreadable(body));
  if (!isObject(body.value)) return malformed('The body must be a JSON object');
  const { tool, inputs, execution_id: executionId, run_id: runId, context } = body.value;

  if (!isObject(tool) || typeof tool['toolkit'] !== 'string' || typeof tool['name'] !== 'string') {
    return malformed('"tool" must be an object with a string "toolkit" and a string "name"');
  }
  const { toolkit, name, version } = tool as { toolkit: string; name: string; version?: unknown };
  if (present(version) && typeof version !== 'string') return malformed('"tool.version" must be a string');
  if (present(executionId) && typeof executionId !== 'string') return malformed('"execution_id" must be a string');
  if (typeof executionId === 'string' && executionId.length > longestId) {
    return malformed(`"execution_id" must be at most ${longestId} characters long`);
  }
  if (present(runId) && typeof runId !== 'string') return malformed('"run_id" must be a string');

  // E58: a version is taken by its number; without one, the latest is meant.
  const toolId = typeof version === 'string' && version !== '' ? `${toolkit}.${name}@${version}` : `${toolkit}.${name}`;
  const decoded = decodeContext(context);
  if (!decoded.ok) return malformed(decoded.problem);

  const ownId = typeof executionId === 'string' && executionId !== '' ? executionId : undefined;
  return {
    ok: true,
    call: {
      wire: 'arcade',
      toolId,
      callId: ownId ?? crypto.randomUUID(),
      idempotencyKey: ownId,
      traceId: typeof runId === 'string' ? runId : undefined,
      input: inputs ?? {},
      context: decoded.value,
      principal,
      isCallerKnown,
      lifetime: request,
      values: request.values,
      reportProgress: undefined,
      reportLog: undefined,
      ask: undefined,
      propagated: headerOf(request),
      logger: undefined,
    },
    token: decoded.token,
  };
}

// By itself: what stands beside it lives as long as the call, and here that is the whole body.
function headerOf(request: HttpRequest): (name: string) => string | undefined {
  return (name) => request.header(name);
}

/** The same call with its token, given to the provider whose token the tool needs. */
export function withToken(call: Call, token: string, providerId: string | undefined): Call {
  if (providerId === undefined) return call;
  return { ...call, context: { ...call.context, authorization: [{ id: providerId, token }] } };
}

function unreadable({ problem, detail }: JsonBody & { readonly ok: false }): RefusedOutcome {
  const code =
    problem === 'too_large' ? 'body_too_large' : problem === 'media_type' ? 'unsupported_media_type' : 'malformed';
  return { kind: 'refused', code, message: detail };
}

function malformed(developerMessage: string): DecodedCall {
  return undecoded({
    kind: 'refused',
    code: 'malformed',
    message: 'The request is not a valid tool call',
    developerMessage,
  });
}

function undecoded(refusal: RefusedOutcome): DecodedCall {
  return { ok: false, refusal };
}
