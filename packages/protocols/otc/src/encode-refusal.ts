import type {
  InputRequest,
  InputRequiredOutcome,
  MissingAuthorization,
  MissingRequirements,
  RefusalCode,
  RefusedOutcome,
} from '@toolwire/core';
import { addHeaders, refusalHeaders } from '@toolwire/core/internal';
import { type HttpResponse, jsonResponse } from '@toolwire/core/wire';
import type { Envelope } from './decode-call.ts';
import { defaultSchema } from './protocol-version.ts';

/** The envelope for a request that could not be decoded. */
export const plainEnvelope: Envelope = { schema: defaultSchema, wrapped: true };

/** Encodes a refusal (OTC-ERR-01), with a status of `http-status.ts`. */
export function encodeRefusal(refusal: RefusedOutcome, envelope: Envelope, status: number): HttpResponse {
  const response = jsonResponse(status, {
    // Next to the message, and never in a wrapper (E04).
    $schema: envelope.schema,
    message: refusal.message,
    developer_message: refusal.developerMessage,
    missing_requirements: refusal.missing && encodeMissing(refusal.missing),
  });
  return addHeaders(response, {
    ...refusalHeaders(refusal),
    ...(shouldRetry.has(refusal.code) && { 'x-should-retry': 'true' }),
    ...(refusal.mayHaveRun === true && headersOfPossibleRun(refusal)),
  });
}

// The official client of the renamed protocol only retries a 400 with `x-should-retry` (E24).
const shouldRetry: ReadonlySet<RefusalCode> = new Set(['unavailable', 'overloaded']);

// The status means that the tool did not run, so a header must say otherwise.
function headersOfPossibleRun({ retryAfterMs }: RefusedOutcome): Readonly<Record<string, string>> {
  // Without a retry delay, another attempt would be a new call.
  return { 'call-may-have-run': 'true', 'x-should-retry': String(retryAfterMs !== undefined) };
}

function encodeMissing({ authorization, secrets, userId }: MissingRequirements): object {
  // `check_url` is from the renamed protocol; the standard allows more members (OXP-CH-01).
  const providers = authorization?.map(({ id, url, checkUrl, scopes }) => ({
    id,
    url,
    check_url: checkUrl,
    // The spelling of definitions (OTC-DEF-13).
    oauth2: scopes && { scopes },
  }));
  return { authorization: providers, secrets, user_id: userId };
}

/** Encodes a sign-in request as a missing requirement. The standard has no form for other input requests: these are failures. */
export function refusalOfInputRequest(outcome: InputRequiredOutcome): RefusedOutcome | undefined {
  const authorization = Object.values(outcome.requests).flatMap(signInOf);
  if (authorization.length === 0) return undefined;
  const name = outcome.tool === undefined ? 'The tool' : `Tool '${outcome.tool.name}'`;
  const providers = authorization.map(({ id }) => `'${id}'`).join(', ');
  return {
    kind: 'refused',
    code: 'missing_requirements',
    message: `${name} needs authorization for ${providers}`,
    missing: { authorization },
  };
}

function signInOf(request: InputRequest): readonly MissingAuthorization[] {
  if (request.kind !== 'url' || request.authorization === undefined) return [];
  const { id, scopes } = request.authorization;
  return [{ id, url: request.url, ...(scopes && { scopes }) }];
}
