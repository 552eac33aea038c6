import { type JsonRecord, own, recordOf } from '../base/json.ts';
import type { Operation, Parameter, ParameterLocation } from '../reader/operation.ts';
import { type EncodedBody, encodeBody, formBody } from './encode-body.ts';
import { encodeText, parameterText } from './parameter-text.ts';

/** A request without credentials. */
export interface ApiRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: EncodedBody['body'];
}

/** The request of an operation for a valid input, to a server at `baseUrl`. */
export function buildRequest(operation: Operation, input: JsonRecord, baseUrl: string): ApiRequest {
  const { parameters, body } = operation;
  // Documents distinguish operations of one path by a fragment, which is not sent.
  const [plainPath = ''] = operation.path.split('#', 1);
  const path = pathOf(plainPath, parameters, input);
  const given = parameters.filter(({ field }) => own(input, field) !== undefined);
  const query = [...textsIn('query', given, input), ...wholeQuery(given, input)].join('&');
  const cookies = textsIn('cookie', given, input).join('; ');
  const content =
    body === undefined || own(input, body.field) === undefined ? undefined : encodeBody(own(input, body.field), body);
  const headers = given.filter(isIn('header')).flatMap((parameter): readonly [string, string][] => {
    const text = headerText(own(input, parameter.field), parameter);
    // A header has any spelling, and replaces the default of the same name.
    return text === undefined ? [] : [[parameter.name.toLowerCase(), text]];
  });
  return {
    method: operation.method.toUpperCase(),
    url: `${baseUrl.replace(/\/+$/u, '')}${path}${query === '' ? '' : `${path.includes('?') ? '&' : '?'}${query}`}`,
    headers: {
      ...(cookies !== '' && { cookie: cookies }),
      ...(content?.contentType !== undefined && { 'content-type': content.contentType }),
      ...Object.fromEntries(headers),
    },
    ...(content !== undefined && { body: content.body }),
  };
}

function isIn(location: ParameterLocation): (parameter: Parameter) => boolean {
  return (parameter) => parameter.in === location;
}

function textsIn(location: ParameterLocation, parameters: readonly Parameter[], input: JsonRecord): readonly string[] {
  return parameters
    .filter(isIn(location))
    .map((parameter) => textOfParameter(own(input, parameter.field), parameter))
    .filter((text) => text !== undefined);
}

/** The parameter that is the whole query: a form, or JSON. */
function wholeQuery(parameters: readonly Parameter[], input: JsonRecord): readonly string[] {
  return parameters
    .filter(isIn('querystring'))
    .map(({ field, isJson }) =>
      isJson ? encodeText(JSON.stringify(own(input, field))) : formBody(recordOf(own(input, field)), new Map()),
    );
}

function textOfParameter(value: unknown, parameter: Parameter): string | undefined {
  if (!parameter.isJson) return parameterText(value, parameter);
  return `${encodeText(parameter.name)}=${encodeText(JSON.stringify(value))}`;
}

function pathOf(path: string, parameters: readonly Parameter[], input: JsonRecord): string {
  return path
    .split('/')
    .map((segment) => segmentOf(segment, parameters, input))
    .join('/');
}

/** Whether a path has a segment `.` or `..`, as the WHATWG URL parser reads it, which `fetch` uses. It removes these segments. */
export function hasDotSegment(path: string): boolean {
  // The parser ignores spaces and control characters, and reads a backslash as a slash, and `%2e` as a dot.
  const plain = path.replaceAll(/[\0-\x20]/gu, '').replaceAll(/%2e/giu, '.');
  return plain.split(/[/\\?#]/u).some((segment) => segment === '.' || segment === '..');
}

function segmentOf(template: string, parameters: readonly Parameter[], input: JsonRecord): string {
  const names = [...template.matchAll(/\{([^{}]*)\}/gu)].map(([, name = '']) => name);
  const [first] = names;
  if (first === undefined) return template;
  const segment = template.replaceAll(/\{([^{}]*)\}/gu, (_, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
    const text = parameter === undefined ? undefined : pathText(own(input, parameter.field), parameter);
    if (text === undefined) throw new InvalidPathValue(name);
    return text;
  });
  if (segment === '' || hasDotSegment(segment)) throw new InvalidPathValue(first);
  return segment;
}

function pathText(value: unknown, parameter: Parameter): string | undefined {
  if (value === undefined) return undefined;
  return parameter.isJson ? encodeText(JSON.stringify(value)) : parameterText(value, parameter);
}

/** A path value that is missing, or that would change the path: an empty text, `.` or `..`. */
export class InvalidPathValue extends Error {
  override readonly name: string = 'InvalidPathValue';

  constructor(name: string) {
    super(`The parameter '${name}' must not be empty, '.' or '..'.`);
  }
}

/**
 * The value of a header. Printable ASCII is sent as it is. `fetch` rejects most other characters: they are escaped in JSON, and
 * percent-encoded in other text.
 */
function headerText(value: unknown, parameter: Parameter): string | undefined {
  const text = parameter.isJson ? JSON.stringify(value) : parameterText(value, { ...parameter, isRaw: true });
  return text?.replaceAll(/[^\t\x20-\x7E]/gu, (character) =>
    parameter.isJson ? escapeJson(character) : encodeText(character),
  );
}

function escapeJson(character: string): string {
  return [...Array(character.length).keys()]
    .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('');
}
