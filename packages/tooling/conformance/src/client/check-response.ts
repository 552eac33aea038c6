import { isObject } from '@toolwire/internal';
import type { ResponseSchemas } from '../schemas/response-schemas.ts';
import { summarize, type TestResponse } from './response.ts';

/** A response that violates its schema. */
export class ResponseError extends Error {
  override readonly name: string = 'ResponseError';
}

/** Returns the endpoint of a request, such as `GET /tools`, without the query. */
export function endpointOf(method: string, path: string): string {
  return `${method} ${path.split('?')[0] ?? path}`;
}

/** Checks a response of a known endpoint: its status, content type and schema, and its message for leaks. */
export function checkExchange(schemas: ResponseSchemas, endpoint: string, response: TestResponse): void {
  const [canonical, isOptional] = canonicalEndpoint(endpoint);
  // Other statuses may come from another route of the app, or from its authentication.
  if (isOptional && response.status !== 200) return;
  if (canonical === 'POST /tools/call') checkCallResponse(schemas, endpoint, response);
  else if (canonical === 'GET /tools') checkListResponse(schemas, endpoint, response);
}

/** Returns the endpoint that the standard names. Its alias and a trailing slash are optional. */
function canonicalEndpoint(endpoint: string): readonly [canonical: string, isOptional: boolean] {
  const canonical = endpoint.replace(/\/$/, '').replace(/^POST \/call$/, 'POST /tools/call');
  return [canonical, canonical !== endpoint];
}

function checkCallResponse(schemas: ResponseSchemas, endpoint: string, response: TestResponse): void {
  const body = jsonBody(endpoint, response);
  if (response.status === 200) {
    const hasEnvelope = !isObject(body) || 'result' in body;
    throwIfProblem(endpoint, response, hasEnvelope ? schemas.callEnvelope(body) : schemas.callResponse(body));
    const result = hasEnvelope ? (body as { readonly result: object }).result : body;
    checkMessage(endpoint, response, result);
    return;
  }
  if (response.status === 422) throwIfProblem(endpoint, response, schemas.validationError(body));
  else if (response.status === 400) throwIfProblem(endpoint, response, schemas.serverError(body));
  else throw new ResponseError(`${endpoint}: expected status 200, 400 or 422, got ${summarize(response)}`);
  checkMessage(endpoint, response, { error: body });
}

function checkListResponse(schemas: ResponseSchemas, endpoint: string, response: TestResponse): void {
  // The standard does not define the body of a 401.
  if (response.status === 304 || response.status === 401) return;
  const body = jsonBody(endpoint, response);
  if (response.status === 200) {
    // Only cases check the tools, so that an invalid definition does not fail every case with a listing.
    const withoutTools = isObject(body) && Array.isArray(body['tools']) ? { ...body, tools: [] } : body;
    return throwIfProblem(endpoint, response, schemas.list(withoutTools));
  }
  if (response.status !== 400) {
    throw new ResponseError(`${endpoint}: expected status 200, 304, 400 or 401, got ${summarize(response)}`);
  }
  throwIfProblem(endpoint, response, schemas.serverError(body));
  checkMessage(endpoint, response, { error: body });
}

/** Parses the body of a response, which must have a JSON content type. */
export function jsonBody(endpoint: string, response: TestResponse): unknown {
  if (!/^application\/json\s*(?:;\s*(?:charset="?utf-8"?\s*)?)?$/i.test(response.headers['content-type'] ?? '')) {
    throw new ResponseError(`${endpoint}: expected the type application/json, got ${summarize(response)}`);
  }
  try {
    return JSON.parse(response.text) as unknown;
  } catch {
    throw new ResponseError(`${endpoint}: expected JSON, got ${summarize(response)}`);
  }
}

function throwIfProblem(endpoint: string, response: TestResponse, problem: string | undefined): void {
  if (problem !== undefined) {
    throw new ResponseError(
      `${endpoint}: expected a body that matches its schema (${problem}), got ${summarize(response)}`,
    );
  }
}

/** Checks only `message`, which is for users. `developer_message` may contain details. */
function checkMessage(endpoint: string, response: TestResponse, { error }: { readonly error?: unknown }): void {
  const { message } = (error ?? {}) as { readonly message?: unknown };
  const leak = typeof message === 'string' ? findLeak(message) : undefined;
  if (leak !== undefined) {
    throw new ResponseError(`${endpoint}: expected a message without ${leak}, got ${summarize(response)}`);
  }
}

/** Patterns of internal details that belong only in a log, each with a name for the report. */
const leaks: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['a stack trace', /\n\s+at .+|\bat (?:async )?[\w.<>[\] ]+ \((?:file:\/\/|node:|\/|[A-Z]:\\)/],
  ['a source position', /\.[cm]?[jt]sx?:\d+(?::\d+)?/],
  ['a file path', /file:\/\/|node_modules|(?:^|[\s'"(])(?:\/(?:home|usr|srv|var|opt|root|tmp|work|app)\/|[A-Z]:\\)/],
  ['a JSON parser message', /in JSON at position|Unexpected (?:token|end of JSON|non-whitespace)|" is not valid JSON/],
  ['an exception name', /\b(?:Type|Range|Syntax|Reference|Aggregate)Error\b/],
  ['a stringified object', /\[object \w+\]/],
];

/** Returns the name of the first leak in a message, or `undefined` if there is none. */
export function findLeak(text: string): string | undefined {
  return leaks.find(([, pattern]) => pattern.test(text))?.[0];
}
