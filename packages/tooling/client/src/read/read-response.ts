import {
  authorizationField,
  type Fields,
  isArray,
  isHttpUrl,
  isObject,
  parseJson,
  present,
  readConfirmation,
  readRetryAfter,
  recordOf,
  textOf,
  toDelayMs,
  unwrapResponse,
  withoutUndefined,
} from '@toolwire/internal';
import type { FailedResult, InvalidResult, Refusal, ToolFailure, ValueResult } from '../call-result.ts';
import type { Reply } from '../send/exchange.ts';
import {
  readChallenge,
  readMissing,
  readRefusal,
  refusal,
  refusalOfNoResponse,
  unreadableResponse,
} from './read-refusal.ts';

/** The result of an attempt, without the fields that the client adds. */
export type AttemptResult =
  | Omit<ValueResult, 'callId' | 'attempts'>
  | Omit<FailedResult, 'callId' | 'attempts'>
  | Omit<InvalidResult, 'callId' | 'attempts'>
  | Refusal;

/** Reads the response to a call, in every form that servers of this protocol use. */
export function readCallResponse(reply: Reply): AttemptResult {
  if (reply.kind === 'no_response') return refusalOfNoResponse(reply);
  const { status, headers, body } = reply;
  const parsed = body.kind === 'text' ? parseJson(body.text) : undefined;
  if (status === 422) return readInvalid(recordOf(parsed));
  if (status < 200 || status > 299) return readRefusal(reply);
  const result = unwrapResponse(parsed);
  return (result && readResult(result, headers, status)) ?? unreadableResponse(reply);
}

function readResult(result: Fields, headers: Headers, status: number): AttemptResult | undefined {
  const { success, duration } = result;
  // The form of the protocol's predecessor, in which null counts as absent (E55).
  const output = recordOf(result['output']);
  const error = result['error'] ?? output['error'];
  // An error or `success: false` makes a failure (E35).
  const isFailure = present(error) || success === false;
  const missing = isFailure ? missingOf(error, result) : undefined;
  // An error takes precedence over a required authorization (E55).
  const required = missing ?? (present(error) ? undefined : authorizationOf(output));
  if (required !== undefined) return missingRefusal(required, error, status);
  const isDuration = typeof duration === 'number' && Number.isFinite(duration) && duration >= 0;
  const durationMs = isDuration ? { durationMs: duration } : {};
  if (isFailure) {
    const failure = readFailure(error, headers);
    const isRunning = failure.canRetry && headers.get('call-running') === 'true';
    return { kind: 'failed', failure, ...durationMs, ...(isRunning && { isRunning }) };
  }
  // Only a successful result has a value (OTC-RESP-02).
  return success === true ? { kind: 'value', value: valueOf(result, output), ...durationMs } : undefined;
}

// A failure may contain the missing requirements (E41).
function missingOf(error: unknown, result: Fields): Refusal['missing'] {
  return (isObject(error) ? readMissing(error) : undefined) ?? readMissing(result);
}

function missingRefusal(missing: NonNullable<Refusal['missing']>, error: unknown, status: number): Refusal {
  const message = isObject(error) ? textOf(error['message']) : undefined;
  const fields = { ran: 'no', canRetry: false, missing, status } as const;
  return refusal('missing_requirements', message === undefined ? fields : { ...fields, message });
}

// An absent value is null (E32).
function valueOf({ value }: Fields, output: Fields): unknown {
  const { artifact } = output;
  return value ?? (isObject(artifact) ? { artifact: withSafeUrl(artifact) } : output['value']) ?? null;
}

// Users may open the URL.
function withSafeUrl({ url, ...rest }: Fields): Fields {
  return isHttpUrl(url) ? { ...rest, url } : rest;
}

function authorizationOf(output: Fields): Refusal['missing'] {
  const required = output[authorizationField(output)];
  const challenge = isObject(required) ? readChallenge(required) : undefined;
  return challenge && { authorization: [challenge] };
}

function readFailure(error: unknown, headers: Headers): ToolFailure {
  const fields = recordOf(error);
  // Any other value means that it cannot be retried (OTC-RESP-08).
  const canRetry = fields['can_retry'] === true;
  return withoutUndefined({
    // E62
    message: textOf(fields['message']) ?? textOf(error) ?? 'The tool call failed.',
    developerMessage: textOf(fields['developer_message']),
    canRetry,
    additionalPromptContent: textOf(fields['additional_prompt_content']),
    retryAfterMs: toDelayMs(fields['retry_after_ms']) ?? (canRetry ? readRetryAfter(headers) : undefined),
    confirmation: readConfirmation(fields['confirmation']),
  });
}

function readInvalid(body: Fields): Omit<InvalidResult, 'callId' | 'attempts'> {
  const { parameter_errors: errors } = body;
  // Without a prototype, so that a parameter can be named `__proto__`.
  const parameterErrors = Object.create(null) as Record<string, string>;
  for (const [name, problem] of Object.entries(recordOf(errors))) {
    // One message, or several (E39).
    const texts = (isArray(problem) ? problem : [problem]).filter((text) => typeof text === 'string');
    if (texts.length > 0) parameterErrors[name] = texts.join('; ');
  }
  const message = textOf(body['message']) ?? 'Some input parameters are invalid';
  return { kind: 'invalid', message, parameterErrors };
}

/** Reads the response of a health check, whose body is not standardized (E70). */
export function readHealthResponse(reply: Reply): AttemptResult {
  if (reply.kind === 'no_response') return refusalOfNoResponse(reply);
  return reply.status >= 200 && reply.status <= 299 ? { kind: 'value', value: null } : readRefusal(reply);
}
