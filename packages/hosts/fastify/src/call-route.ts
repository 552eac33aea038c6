import { type ContextKey, type ContextValues, createContextKey, isPromise, type ToolContext } from '@toolwire/core';
import {
  errorOfStatus,
  isObject,
  type MaybePromise,
  own,
  parseJson,
  readRetryAfter,
  StatusError,
  setOwn,
} from '@toolwire/internal';
import type { FastifyInstance, FastifyRequest, InjectOptions, LightMyRequestResponse } from 'fastify';
import { fillPath } from './path-parameters.ts';
import type { RouteFields } from './route-fields.ts';

/** Headers by name. Those without a value are not sent. */
export type RouteHeaders = Readonly<Record<string, string | undefined>>;

/** Returns the headers for the request to a route, from the call and the request that made it. */
export type ReadRouteHeaders = (call: ToolContext, request: FastifyRequest | undefined) => MaybePromise<RouteHeaders>;

/** A route that a tool calls. */
interface CalledRoute {
  readonly app: Pick<FastifyInstance, 'inject'>;
  readonly method: string;
  readonly url: string;
  /** The route in messages, such as `GET /orders/:id`. */
  readonly source: string;
  readonly fields: RouteFields;
  readonly headers: ReadRouteHeaders | undefined;
}

/** Sends the input of a call to its route, with all hooks of the app, and returns the body of the response. */
export async function callRoute(route: CalledRoute, input: unknown, call: ToolContext): Promise<unknown> {
  const request = call.get(requestKey);
  const reading = route.headers?.(call, request);
  const headers = isPromise(reading) ? await reading : reading;
  const { url, body } = writeInput(route, isObject(input) ? input : {});
  const response = await route.app.inject({
    method: route.method as NonNullable<InjectOptions['method']>,
    url,
    headers: headersOf(headers, request, body !== undefined),
    signal: call.signal,
    ...(body !== undefined && { payload: JSON.stringify(body) }),
    // Rules about addresses apply to the caller, and not to this process.
    ...(request !== undefined && { remoteAddress: request.ip }),
  });
  return readResponse(response, route.source);
}

function headersOf(
  routeHeaders: RouteHeaders | undefined,
  request: FastifyRequest | undefined,
  hasBody: boolean,
): Record<string, string> {
  // Hosts may select a tenant.
  const host = request?.headers.host ?? request?.headers[':authority']?.toString();
  const headers = { host, ...routeHeaders, ...(hasBody && { 'content-type': 'application/json' }) };
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** The URL and the body for an input. Fields that the route doesn't name belong to the body. */
function writeInput(
  { url, fields }: CalledRoute,
  input: Readonly<Record<string, unknown>>,
): { readonly url: string; readonly body: unknown } {
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) {
    const part = fields.partOf.get(name) ?? 'body';
    if (part === 'body') setOwn(body, name, value);
    if (part === 'querystring') {
      for (const item of [value].flat().filter(isPresent)) query.append(name, textOf(item));
    }
  }
  const path = pathOf(url, input);
  const bodies = { none: undefined, field: body['body'], fields: body };
  return { url: query.size === 0 ? path : `${path}?${query}`, body: bodies[fields.body] };
}

/** The path with the values of its parameters. A value never selects another route. */
function pathOf(url: string, input: Readonly<Record<string, unknown>>): string {
  const path = fillPath(url, ({ name, isOptional }) => {
    const value = own(input, name);
    const text = isPresent(value) ? textOf(value) : '';
    if (text === '' && !isOptional) throw new StatusError({ status: 400, message: `${name} must not be empty.` });
    // URLs can't represent lone surrogates.
    if (/\p{Surrogate}/u.test(text)) throw new StatusError({ status: 400, message: `${name} must be valid Unicode.` });
    return encodeURIComponent(text);
  });
  // URL parsers remove these segments, so the request would go to another route.
  if (!path.split('/').some((segment) => segment === '.' || segment === '..')) return path;
  throw new StatusError({ status: 400, message: "A parameter of the path must not be '.' or '..'." });
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The request that called a tool; `undefined` where another adapter or a worker runs it. */
const requestKey: ContextKey<FastifyRequest | undefined> = createContextKey<FastifyRequest | undefined>(
  'fastify request',
  undefined,
);

/** Adds the request to the values of the app. */
export function withRequest(values: ContextValues, request: FastifyRequest): ContextValues {
  return { get: <T>(key: ContextKey<T>): T => (key.id === requestKey.id ? (request as T) : values.get(key)) };
}

/** The result of a call: the body of a response. Other responses are errors for the caller, which are thrown. */
function readResponse(response: LightMyRequestResponse, source: string): unknown {
  const { statusCode: status, payload, headers } = response;
  const mediaType =
    String(headers['content-type'] ?? '')
      .split(';')[0]
      ?.trim() ?? '';
  const isJson = /^application\/(?:[\w.-]+\+)?json$/iu.test(mediaType);
  if (status < 200 || status > 299) {
    // The status says enough about an error whose body is not what it claims to be.
    const body = isJson ? parseJson(payload) : undefined;
    throw errorOfStatus({
      status,
      source,
      message: messageOf(body),
      code: textIn(body, 'code'),
      retryAfterMs: readRetryAfter({ get: (name) => headers[name]?.toString() ?? null }),
    });
  }
  if (payload === '') return null;
  if (isJson) return JSON.parse(payload) as unknown;
  if (mediaType === '' || /^text\//iu.test(mediaType)) return payload;
  throw new Error(`${source} returned ${mediaType}. The route of a tool must return JSON or text.`);
}

/** The message of an error: Fastify's own form, problem details (RFC 9457), or a text under `error`. */
function messageOf(body: unknown): string | undefined {
  return (
    textIn(body, 'message') ?? textIn(body, 'detail') ?? textIn(own(body, 'error'), 'message') ?? textIn(body, 'error')
  );
}

function textIn(body: unknown, name: string): string | undefined {
  const text = own(body, name);
  return typeof text === 'string' && text !== '' ? text : undefined;
}
