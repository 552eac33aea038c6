import {
  type Fields,
  isHttpUrl,
  isObject,
  listOf,
  parseJson,
  readRetryAfter,
  recordOf,
  signInFields,
  textOf,
} from '@toolwire/internal';
import type { MissingRequirements, Refusal, RefusalCode } from '../call-result.ts';
import type { NoResponse, ServerResponse } from '../send/exchange.ts';

const messages: Readonly<Record<RefusalCode, string>> = {
  unauthenticated: 'The tool server did not accept the credentials.',
  missing_requirements: 'The call lacks credentials that the tool requires.',
  unavailable: 'The tool server is currently unavailable.',
  overloaded: 'The tool server is overloaded.',
  rejected: 'The tool server refused the call.',
  internal: 'The tool server failed.',
  unreachable: 'The tool server could not be reached.',
  timeout: 'The tool server did not respond in time.',
  invalid_response: 'The response of the tool server could not be read.',
  redirected: 'The tool server has moved to another URL.',
  insecure: 'The call was not sent, because its secrets would not be encrypted.',
};

/** Returns a refusal of the client. */
export function refusal(
  code: RefusalCode,
  more: Pick<Refusal, 'ran' | 'canRetry'> & Partial<Omit<Refusal, 'kind' | 'code'>>,
): Refusal {
  return { kind: 'refused', code, message: messages[code], ...more };
}

/** Returns the refusal for a request without a response. */
export function refusalOfNoResponse({ code, sent, cause }: NoResponse): Refusal {
  if (code === 'unauthenticated') {
    return refusal(code, {
      ran: 'no',
      canRetry: false,
      cause,
      message: 'The client could not get credentials for the tool server.',
    });
  }
  return refusal(code, { ran: sent, canRetry: true, cause });
}

/** Returns the refusal for a successful response that is not from a tool server. */
export function unreadableResponse({ status, headers, body }: ServerResponse): Refusal {
  // Incomplete JSON was truncated in transit, so a retry may succeed. Anything else comes from another kind of server.
  const isTruncated = body.kind === 'text' && parseJson(body.text) === undefined && isJsonType(headers);
  const problem = body.kind === 'too_long' ? 'is longer than maxResponseBytes allows' : 'is not from a tool server';
  return refusal('invalid_response', {
    ran: 'unknown',
    canRetry: isTruncated,
    status,
    developerMessage: isTruncated
      ? 'The JSON of the response is incomplete'
      : `The response with status ${status} ${problem}`,
  });
}

/** Reads an error response other than 422 with any body (E04, E22 to E25). */
export function readRefusal(response: ServerResponse): Refusal {
  const { request, status, headers } = response;
  if (status < 400) return redirected(response);
  const parsed = response.body.kind === 'text' ? parseJson(response.body.text) : undefined;
  const body = recordOf(parsed);
  const retryAfterMs = readRetryAfter(headers);
  const missing = readMissing(body) ?? readMissing(nestedError(body));
  const code = missing === undefined ? refusalCodeOf(response) : 'missing_requirements';
  // In this protocol a 404 means a wrong URL, not an unknown tool (E25).
  const notFound = status === 404 ? `${request} was not found. Is the url where the tools are mounted?` : undefined;
  const developerMessage = textOf(body['developer_message']) ?? notFound;
  const message = messageOf(body);
  // The server sends protocol errors before it runs the tool, but a gateway may send a 5xx after it has forwarded the call (OTC-CALL-07).
  const mayHaveRun = headers.get('call-may-have-run') === 'true';
  const isBeforeTool = !mayHaveRun && (status < 500 || (status === 503 && isProtocolError(body)));
  return {
    kind: 'refused',
    code,
    message: message ?? messages[code],
    ...(developerMessage !== undefined && { developerMessage }),
    ran: isBeforeTool ? 'no' : 'unknown',
    canRetry: isRetryableResponse(response),
    ...(mayHaveRun && headers.get('x-should-retry') === 'true' && { isPending: true as const }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(missing && { missing }),
    status,
  };
}

// Every form of `$schema` so far (E08). A gateway may send a message, but not this field.
function isProtocolError({ $schema: schema }: Fields): boolean {
  return /^(?:otc:\/\/|urn:oxp:)|\/(?:OpenToolCalling|OpenExecProtocol)\//i.test(textOf(schema) ?? '');
}

// Next to `$schema`, under `error`, or in FastAPI's format (E04).
function messageOf(body: Fields): string | undefined {
  return textOf(body['message']) ?? textOf(nestedError(body)?.['message']) ?? textOf(body['error']) ?? detailOf(body);
}

function detailOf({ detail }: Fields): string | undefined {
  const texts = listOf(detail)
    .filter(isObject)
    .flatMap(({ msg }) => textOf(msg) ?? []);
  return textOf(detail) ?? textOf(texts.join('; '));
}

function nestedError({ error }: Fields): Fields | undefined {
  return isObject(error) ? error : undefined;
}

function redirected({ status, headers }: ServerResponse): Refusal {
  const [location = ''] = (headers.get('location') ?? '').split(/[?#]/);
  const where = location === '' ? '' : ` to ${location.slice(0, 200)}`;
  return refusal('redirected', {
    ran: 'no',
    canRetry: false,
    status,
    developerMessage: `Redirects${where} are not followed, because they would carry the credentials. Set the url to the new location`,
  });
}

function isJsonType(headers: Headers): boolean {
  return /^application\/(?:[^;]+\+)?json\b/i.test(headers.get('content-type') ?? '');
}

/** Reads `missing_requirements` (E41), also with earlier names of an authorization (E54). Returns `undefined` if it is empty. */
export function readMissing(fields: Fields | undefined): MissingRequirements | undefined {
  const missing = fields?.['missing_requirements'];
  if (!isObject(missing)) return undefined;
  const authorization = listOf(missing['authorization'])
    .filter(isObject)
    .flatMap((entry) => readChallenge(entry) ?? []);
  const secrets = listOf(missing['secrets'])
    .filter(isObject)
    .map(({ id }) => textOf(id))
    .flatMap((id) => (id === undefined ? [] : { id }));
  const userId = missing['user_id'] === true;
  if (authorization.length === 0 && secrets.length === 0 && !userId) return undefined;
  return {
    ...(authorization.length > 0 && { authorization }),
    ...(secrets.length > 0 && { secrets }),
    ...(userId && { userId }),
  };
}

/** Reads a missing token and its sign-in URL. */
export function readChallenge(entry: Fields): { readonly id: string; readonly url?: string } | undefined {
  const { ids, urls } = signInFields(entry);
  const id = ids.map(textOf).find((text) => text !== undefined);
  const url = urls.find(isHttpUrl);
  return id === undefined ? undefined : { id, ...(url !== undefined && { url }) };
}

/** The statuses of temporary errors. */
const temporaryStatuses: readonly number[] = [408, 429, 502, 503, 504];

type StatusAndHeaders = Pick<Response, 'status' | 'headers'>;

/** Whether the same request may succeed later: by the status of a response, unless its headers say otherwise. */
function isRetryableResponse({ status, headers }: StatusAndHeaders): boolean {
  // Only this header can forbid a retry (E24, E25).
  if (headers.get('x-should-retry') === 'false') return false;
  return hasRetryHeader(headers) || temporaryStatuses.includes(status);
}

function hasRetryHeader(headers: Headers): boolean {
  return readRetryAfter(headers) !== undefined || headers.get('x-should-retry') === 'true';
}

/** Returns the code of an error response without missing requirements. */
function refusalCodeOf({ status, headers }: StatusAndHeaders): RefusalCode {
  if (status === 429) return 'overloaded';
  if (temporaryStatuses.includes(status)) return 'unavailable';
  // The standard uses a 400 with `WWW-Authenticate` for missing credentials (E22).
  if (status === 401 || status === 403 || (status === 400 && headers.has('www-authenticate'))) return 'unauthenticated';
  if (hasRetryHeader(headers) && (status === 400 || status >= 500)) return 'unavailable';
  return status < 500 ? 'rejected' : 'internal';
}
