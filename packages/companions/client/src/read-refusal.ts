import type { Refusal, RefusalCode } from './call-result.ts';
import type { Answer, Silence } from './exchange.ts';
import { type Fields, isObject, objectsIn, textOf } from './json-shape.ts';
import { parseJson } from './parse-json.ts';
import { readMissing } from './read-missing.ts';
import { retryAfterMsOf } from './retry-after.ts';

const messages: Readonly<Record<RefusalCode, string>> = {
  unauthenticated: 'The tool server did not accept the credentials.',
  missing_requirements: 'The tool needs more than its parameters.',
  unavailable: 'The tool server is not available at the moment.',
  overloaded: 'The tool server has more to do than it can.',
  rejected: 'The tool server refused the call.',
  internal: 'The tool server failed.',
  unreachable: 'The tool server could not be reached.',
  timeout: 'The tool server did not answer in time.',
  bad_answer: 'The tool server gave an answer that could not be read.',
  redirected: 'The tool server is at another address.',
  insecure: 'The call was not sent, as others could have read its secrets.',
};

/** A refusal of the client's own. */
export function refusal(
  code: RefusalCode,
  more: Pick<Refusal, 'ran' | 'canRetry'> & Partial<Omit<Refusal, 'kind' | 'code'>>,
): Refusal {
  return { kind: 'refused', code, message: messages[code], ...more };
}

/** What to say where there was no answer at all. */
export function refusalOfSilence({ code, sent, cause }: Silence): Refusal {
  if (code === 'unauthenticated') {
    return refusal(code, {
      ran: 'no',
      canRetry: false,
      cause,
      message: 'No credentials could be had for the tool server.',
    });
  }
  return refusal(code, { ran: sent, canRetry: true, cause });
}

/** What to say of an answer with a status of success that no tool server gives. */
export function unreadableAnswer({ status, headers, body }: Answer): Refusal {
  // JSON that ends too early has been cut on its way; what is no JSON at all comes from something else, and always will.
  const isCut = body.kind === 'text' && parseJson(body.text) === undefined && isJsonType(headers);
  const what = body.kind === 'too_long' ? 'is longer than maxAnswerBytes allows' : 'is none of a tool server';
  return refusal('bad_answer', {
    ran: 'unknown',
    canRetry: isCut,
    status,
    developerMessage: isCut ? 'The JSON of the answer ends too early' : `The answer with status ${status} ${what}`,
  });
}

/** Reads an answer whose status is no success and not 422 (E04, E22 to E25): any body will do, and none. */
export function readRefusal(answer: Answer): Refusal {
  const { asked, status, headers } = answer;
  if (status < 400) return redirected(answer);
  const parsed = answer.body.kind === 'text' ? parseJson(answer.body.text) : undefined;
  const body = isObject(parsed) ? parsed : {};
  const retryAfterMs = retryAfterMsOf(headers);
  const missing = readMissing(body) ?? readMissing(nestedError(body));
  const shouldRetry = headers.get('x-should-retry');
  const mayPass = retryAfterMs !== undefined || shouldRetry === 'true';
  const code = missing === undefined ? codeOf(status, headers, mayPass) : 'missing_requirements';
  // E25: of this protocol's own, a 404 is about the address and never about the tool.
  const nowhere = status === 404 ? `${asked} was not found. Is the url where the tools are mounted?` : undefined;
  const developerMessage = textOf(body['developer_message']) ?? nowhere;
  const message = messageOf(body);
  // OTC-CALL-07: an error of the protocol's own comes before the tool; a gateway's 5xx may hide a call that it has passed on.
  const isBeforeTool = status < 500 || (status === 503 && isOfProtocol(body));
  return {
    kind: 'refused',
    code,
    message: message ?? messages[code],
    ...(developerMessage !== undefined && { developerMessage }),
    ran: isBeforeTool ? 'no' : 'unknown',
    // E24, E25. The header is the one thing that can also say no.
    canRetry: shouldRetry === 'false' ? false : mayPass || passing.includes(status),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(missing && { missing }),
    status,
  };
}

// E08: every spelling of it that there has been. Gateways may well have a message too, but none of these.
function isOfProtocol({ $schema: schema }: Fields): boolean {
  return /^(?:otc:\/\/|urn:oxp:)|\/(?:OpenToolCalling|OpenExecProtocol)\//i.test(textOf(schema) ?? '');
}

/** Statuses that pass by themselves. */
const passing: readonly number[] = [408, 429, 502, 503, 504];

function codeOf(status: number, headers: Headers, mayPass: boolean): RefusalCode {
  if (status === 429) return 'overloaded';
  if (passing.includes(status)) return 'unavailable';
  // E22: by the text it is a 400 that tells how to authenticate.
  if (status === 401 || status === 403 || (status === 400 && headers.has('www-authenticate'))) return 'unauthenticated';
  if (mayPass && (status === 400 || status >= 500)) return 'unavailable';
  return status < 500 ? 'rejected' : 'internal';
}

// E04: beside `$schema`, under `error`, or as FastAPI says it.
function messageOf(body: Fields): string | undefined {
  return textOf(body['message']) ?? textOf(nestedError(body)?.['message']) ?? textOf(body['error']) ?? detailOf(body);
}

function detailOf({ detail }: Fields): string | undefined {
  const texts = objectsIn(detail).flatMap(({ msg }) => textOf(msg) ?? []);
  return textOf(detail) ?? textOf(texts.join('; '));
}

function nestedError({ error }: Fields): Fields | undefined {
  return isObject(error) ? error : undefined;
}

function redirected({ status, headers }: Answer): Refusal {
  const [place = ''] = (headers.get('location') ?? '').split('?');
  const where = place === '' ? '' : ` to ${place.slice(0, 200)}`;
  return refusal('redirected', {
    ran: 'no',
    canRetry: false,
    status,
    developerMessage: `Redirects${where} are not followed, since credentials would go along. Set the url to where the server is`,
  });
}

function isJsonType(headers: Headers): boolean {
  return /^application\/(?:[^;]+\+)?json\b/i.test(headers.get('content-type') ?? '');
}
