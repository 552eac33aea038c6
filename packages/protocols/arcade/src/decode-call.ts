import type { Call, CallContext, RefusedOutcome, SecretValue } from '@toolwire/core';
import { bodyRefusalCode, type Caller, callOfRequest } from '@toolwire/core/internal';
import { type HttpRequest, isObject, type JsonBody, present } from '@toolwire/core/wire';
import { idProblem, readEntries, textProblem } from '@toolwire/internal';

/** A decoded call, or the refusal to respond with. */
type DecodedCall =
  | {
      readonly ok: true;
      readonly call: Call;
      /** Arcade sends one token without a provider. It is assigned once the tool is known. */
      readonly token: string | undefined;
    }
  | { readonly ok: false; readonly refusal: RefusedOutcome };

/** Decodes an execute request: `{ execution_id, run_id, tool: { toolkit, name, version }, inputs, context }`. */
export function decodeCall(body: JsonBody, request: HttpRequest, caller: Caller): DecodedCall {
  if (!body.ok) return refused({ code: bodyRefusalCode(body.problem), message: body.detail });
  if (!isObject(body.value)) return malformed('The body must be a JSON object');
  const { tool, inputs, execution_id: executionId, run_id: runId, context } = body.value;

  if (!isObject(tool) || typeof tool['toolkit'] !== 'string' || typeof tool['name'] !== 'string') {
    return malformed('"tool" must be an object with a string "toolkit" and a string "name"');
  }
  const { toolkit, name, version } = tool as { toolkit: string; name: string; version?: unknown };
  const problem =
    textProblem('tool.version', version) ?? idProblem('execution_id', executionId) ?? textProblem('run_id', runId);
  if (problem !== undefined) return malformed(problem);

  // A request without a version means the latest. E58
  const toolId = typeof version === 'string' && version !== '' ? `${toolkit}.${name}@${version}` : `${toolkit}.${name}`;
  const decodedContext = decodeContext(context);
  if (!decodedContext.ok) return malformed(decodedContext.problem);

  const ids = { toolId, callId: executionId, traceId: runId };
  const parts = { wire: 'arcade', ...ids, input: inputs ?? {}, context: decodedContext.value };
  return { ok: true, call: callOfRequest(request, caller, parts), token: decodedContext.token };
}

function malformed(developerMessage: string): DecodedCall {
  return refused({ code: 'malformed', message: 'The request is not a valid tool call', developerMessage });
}

function refused(refusal: Omit<RefusedOutcome, 'kind'>): DecodedCall {
  return { ok: false, refusal: { kind: 'refused', ...refusal } };
}

/** The context and the token of a call, or why it is invalid. */
type DecodedContext =
  | { readonly ok: true; readonly value: CallContext; readonly token?: string | undefined }
  | { readonly ok: false; readonly problem: string };

/** Decodes `context`: one token, secrets as a list of `{ key, value }` or as an object, and the user ID. */
function decodeContext(context: unknown): DecodedContext {
  if (!present(context)) return { ok: true, value: { authorization: [], secrets: [] } };
  if (!isObject(context)) return invalid('"context" must be an object');
  const { authorization, secrets, user_id: userId } = context;

  if (present(authorization) && !isObject(authorization)) return invalid('"context.authorization" must be an object');
  const token = isObject(authorization) ? authorization['token'] : undefined;
  const problem = textProblem('context.authorization.token', token) ?? idProblem('context.user_id', userId);
  if (problem !== undefined) return invalid(problem);
  const values = decodeSecrets(secrets);
  if (typeof values === 'string') return invalid(values);

  return {
    ok: true,
    value: { authorization: [], secrets: values, ...(typeof userId === 'string' && { userId }) },
    token: typeof token === 'string' ? token : undefined,
  };
}

function decodeSecrets(secrets: unknown): readonly SecretValue[] | string {
  // Null counts as absent, also in an object of values by their keys.
  const listed = isObject(secrets)
    ? Object.entries(secrets).flatMap(([key, value]) => (present(value) ? [{ key, value }] : []))
    : secrets;
  const entries = readEntries('context.secrets', listed, 'key', 'value');
  return typeof entries === 'string' ? entries : entries.map(([id, value]) => ({ id, value }));
}

function invalid(problem: string): DecodedContext {
  return { ok: false, problem };
}
