import {
  type Call,
  type HttpRequest,
  isObject,
  type JsonBody,
  type Principal,
  present,
  type RefusedOutcome,
} from '@toolwire/core';
import { decodeContext } from './decode-context.ts';

/** A call as it was asked for, or the refusal that answers the request. */
export type DecodedCall =
  | { readonly ok: true; readonly call: Call }
  | { readonly ok: false; readonly refusal: RefusedOutcome };

/** The provider whose token a tool needs: this wire sends the token alone. */
export type ProviderOf = (toolId: string) => string | undefined;

const maxExecutionIdLength = 256;

/** Reads the request of an engine: `{ execution_id, run_id, tool: { toolkit, name, version }, inputs, context }`. */
export function decodeCall(
  body: JsonBody,
  request: HttpRequest,
  principal: Principal | undefined,
  providerOf: ProviderOf,
): DecodedCall {
  if (!body.ok) return no(unreadable(body));
  if (!isObject(body.value)) return malformed('The body must be a JSON object');
  const { tool, inputs, execution_id: executionId, run_id: runId, context } = body.value;

  if (!isObject(tool) || typeof tool['toolkit'] !== 'string' || typeof tool['name'] !== 'string') {
    return malformed('"tool" must be an object with a string "toolkit" and a string "name"');
  }
  const { toolkit, name, version } = tool as { toolkit: string; name: string; version?: unknown };
  if (present(version) && typeof version !== 'string') return malformed('"tool.version" must be a string');
  if (present(executionId) && typeof executionId !== 'string') return malformed('"execution_id" must be a string');
  if (typeof executionId === 'string' && executionId.length > maxExecutionIdLength) {
    return malformed(`"execution_id" must be at most ${maxExecutionIdLength} characters long`);
  }
  if (present(runId) && typeof runId !== 'string') return malformed('"run_id" must be a string');

  // E58: a version is taken by its number; without one, the latest is meant.
  const toolId = typeof version === 'string' && version !== '' ? `${toolkit}.${name}@${version}` : `${toolkit}.${name}`;
  const decoded = decodeContext(context, () => providerOf(toolId));
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
      lifetime: request,
      values: request.values,
      reportProgress: undefined,
      reportLog: undefined,
      ask: undefined,
      propagated: (field) => request.header(field),
      logger: undefined,
    },
  };
}

function unreadable({ problem, detail }: JsonBody & { readonly ok: false }): RefusedOutcome {
  const code =
    problem === 'too_large' ? 'body_too_large' : problem === 'media_type' ? 'unsupported_media_type' : 'malformed';
  return { kind: 'refused', code, message: detail };
}

function malformed(developerMessage: string): DecodedCall {
  return no({ kind: 'refused', code: 'malformed', message: 'The request is not a valid tool call', developerMessage });
}

function no(refusal: RefusedOutcome): DecodedCall {
  return { ok: false, refusal };
}
