import type { FailedResult, InvalidResult, Refusal, ToolFailure, ValueResult } from './call-result.ts';
import type { Reply } from './exchange.ts';
import { type Fields, isArray, isObject, present, textOf } from './json-shape.ts';
import { pageAddress } from './page-address.ts';
import { parseJson } from './parse-json.ts';
import { readChallenge, readMissing } from './read-missing.ts';
import { readRefusal, refusal, refusalOfSilence, unreadableAnswer } from './read-refusal.ts';
import { retryAfterMsOf, wholeMs } from './retry-after.ts';

/** How an attempt ended, without what only the client knows of the call. */
export type AttemptResult =
  | Omit<ValueResult, 'callId' | 'attempts'>
  | Omit<FailedResult, 'callId' | 'attempts'>
  | Omit<InvalidResult, 'callId' | 'attempts'>
  | Refusal;

/** Reads the answer to a call, in every form that servers of this protocol have given it. */
export function readCallAnswer(reply: Reply): AttemptResult {
  if (reply.kind === 'silence') return refusalOfSilence(reply);
  const { status, headers, body } = reply;
  const parsed = body.kind === 'text' ? parseJson(body.text) : undefined;
  if (status === 422) return readInvalid(isObject(parsed) ? parsed : {});
  if (status < 200 || status > 299) return readRefusal(reply);
  const result = unwrap(parsed);
  return (result && readResult(result, headers, status)) ?? unreadableAnswer(reply);
}

// E03: the wrapper of the text's examples, the one before it, or none at all.
function unwrap(body: unknown): Fields | undefined {
  if (!isObject(body)) return undefined;
  const wrapped = [body['result'], body['response']].filter(isObject);
  const found = wrapped.find((one) => hasSome(resultMembers, one));
  if (found !== undefined) return found;
  // A flat answer may have a member of its own by that name, but not in the place of a value.
  const isFlat = typeof body['success'] === 'boolean' && (wrapped.length === 0 || hasSome(endMembers, body));
  return isFlat ? body : undefined;
}

/** Of these a result that ended has one. */
const endMembers = ['value', 'error', 'output'];

/** Of these every result has at least one. */
const resultMembers = ['success', 'call_id', ...endMembers];

function hasSome(names: readonly string[], fields: Fields): boolean {
  return names.some((name) => Object.hasOwn(fields, name));
}

function readResult(result: Fields, headers: Headers, status: number): AttemptResult | undefined {
  const { success, duration } = result;
  // E55: the form of the wire that this protocol comes from, where null members are as good as none.
  const output = isObject(result['output']) ? result['output'] : {};
  const error = result['error'] ?? output['error'];
  // E35: an error makes a failure whatever `success` says, and so does `success: false` without one.
  const isFailure = present(error) || success === false;
  const missing = isFailure ? missingOf(error, result) : undefined;
  // E55: an error goes before the authorization that is required.
  const lacking = missing ?? (present(error) ? undefined : authorizationOf(output));
  if (lacking !== undefined) return refusalOfLack(lacking, error, status);
  const durationMs = typeof duration === 'number' && Number.isFinite(duration) ? { durationMs: duration } : {};
  if (isFailure) {
    const failure = readFailure(error, headers);
    const isRunning = failure.canRetry && headers.get('call-running') === 'true';
    return { kind: 'failed', failure, ...durationMs, ...(isRunning && { isRunning }) };
  }
  // OTC-RESP-02: what does not say that it succeeded has no value.
  return success === true ? { kind: 'value', value: valueOf(result, output), ...durationMs } : undefined;
}

// E41: what a call lacked may stand in a failure.
function missingOf(error: unknown, result: Fields): Refusal['missing'] {
  return (isObject(error) ? readMissing(error) : undefined) ?? readMissing(result);
}

function refusalOfLack(missing: NonNullable<Refusal['missing']>, error: unknown, status: number): Refusal {
  const message = isObject(error) ? textOf(error['message']) : undefined;
  const facts = { ran: 'no', canRetry: false, missing, status } as const;
  return refusal('missing_requirements', message === undefined ? facts : { ...facts, message });
}

// E32: no value is null.
function valueOf({ value }: Fields, output: Fields): unknown {
  const { artifact } = output;
  return value ?? (isObject(artifact) ? { artifact: withSafeAddress(artifact) } : output['value']) ?? null;
}

// It is for people to open, as a page to sign in at is.
function withSafeAddress({ url, ...about }: Fields): Fields {
  const safe = pageAddress(url);
  return safe === undefined ? about : { ...about, url: safe };
}

function authorizationOf({ requires_authorization: required }: Fields): Refusal['missing'] {
  const challenge = isObject(required) ? readChallenge(required) : undefined;
  return challenge && { authorization: [challenge] };
}

function readFailure(error: unknown, headers: Headers): ToolFailure {
  const fields = isObject(error) ? error : {};
  // OTC-RESP-08: absent means no, and so does what is not a boolean.
  const canRetry = fields['can_retry'] === true;
  const developerMessage = textOf(fields['developer_message']);
  const additionalPromptContent = textOf(fields['additional_prompt_content']);
  const retryAfterMs = wholeMs(fields['retry_after_ms']) ?? (canRetry ? retryAfterMsOf(headers) : undefined);
  return {
    // E62
    message: textOf(fields['message']) ?? textOf(error) ?? 'The tool call failed.',
    ...(developerMessage !== undefined && { developerMessage }),
    canRetry,
    ...(additionalPromptContent !== undefined && { additionalPromptContent }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

function readInvalid(body: Fields): Omit<InvalidResult, 'callId' | 'attempts'> {
  const { parameter_errors: errors } = body;
  // Without a prototype, so that a parameter named `__proto__` is one like any other.
  const parameterErrors: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, problem] of Object.entries(isObject(errors) ? errors : {})) {
    // E39: one text, or several.
    const texts = (isArray(problem) ? problem : [problem]).filter((text) => typeof text === 'string');
    if (texts.length > 0) parameterErrors[name] = texts.join('; ');
  }
  const message = textOf(body['message']) ?? 'Some input parameters are invalid';
  return { kind: 'invalid', message, parameterErrors };
}

/** Reads the answer of a health check, whose body is the server's own affair (E70). */
export function readHealthAnswer(reply: Reply): AttemptResult {
  if (reply.kind === 'silence') return refusalOfSilence(reply);
  return reply.status >= 200 && reply.status <= 299 ? { kind: 'value', value: null } : readRefusal(reply);
}
