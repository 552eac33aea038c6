import { ToolError } from '@toolwire/errors';
import { escapeCharacter, type Fields, own, recordOf, setOwn } from '@toolwire/internal';
import type { Operation, Parameter } from '../reader/document-model.ts';
import type { ParameterLocation } from '../reader/parameter-style.ts';
import { type EncodedBody, encodeBody, formBody } from './encode-body.ts';
import { encodeText, parameterText } from './parameter-text.ts';

/** A request without credentials. */
export interface ApiRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: EncodedBody['body'];
}

/** Builds the request of an operation for a valid input. Throws a `ToolError` for a path value that would change the path. */
export function buildRequest(operation: Operation, input: Fields, baseUrl: string): ApiRequest {
  const { parameters, body } = operation;
  // Some documents distinguish operations of one path with a fragment, which is not sent.
  const [plainPath = ''] = operation.path.split('#', 1);
  const path = pathOf(plainPath, parameters, input);
  const sentParameters = parameters.filter(({ field }) => own(input, field) !== undefined);
  const query = [...textsIn('query', sentParameters, input), ...wholeQuery(sentParameters, input)].join('&');
  const cookies = textsIn('cookie', sentParameters, input).join('; ');
  const bodyValue = body === undefined ? undefined : own(input, body.field);
  const content = body === undefined || bodyValue === undefined ? undefined : encodeBody(bodyValue, body);
  return {
    method: operation.method.toUpperCase(),
    url: `${baseUrl.replace(/\/+$/u, '')}${path}${query === '' ? '' : `${path.includes('?') ? '&' : '?'}${query}`}`,
    headers: {
      ...(cookies !== '' && { cookie: cookies }),
      ...(content?.contentType !== undefined && { 'content-type': content.contentType }),
      ...headersOf(sentParameters, input),
    },
    ...(content !== undefined && { body: content.body }),
  };
}

function headersOf(parameters: readonly Parameter[], input: Fields): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const parameter of parameters.filter(isIn('header'))) {
    const text = headerText(own(input, parameter.field), parameter);
    // In lower case, so that it replaces a default header in another case.
    if (text !== undefined) setOwn(headers, parameter.name.toLowerCase(), text);
  }
  return headers;
}

function isIn(location: ParameterLocation): (parameter: Parameter) => boolean {
  return (parameter) => parameter.in === location;
}

function textsIn(location: ParameterLocation, parameters: readonly Parameter[], input: Fields): readonly string[] {
  return parameters
    .filter(isIn(location))
    .map((parameter) => textOfParameter(own(input, parameter.field), parameter))
    .filter((text) => text !== undefined);
}

/** Writes the parameter that is the whole query: a form, or JSON. */
function wholeQuery(parameters: readonly Parameter[], input: Fields): readonly string[] {
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

function pathOf(path: string, parameters: readonly Parameter[], input: Fields): string {
  return path
    .split('/')
    .map((segment) => segmentOf(segment, parameters, input))
    .join('/');
}

/** Whether a path has a segment `.` or `..`, which the URL parser of `fetch` would remove. */
export function hasDotSegment(path: string): boolean {
  // The parser ignores spaces and control characters, and reads a backslash as a slash, and `%2e` as a dot.
  const plain = path.replaceAll(/[\0-\x20]/gu, '').replaceAll(/%2e/giu, '.');
  return plain.split(/[/\\?#]/u).some((segment) => segment === '.' || segment === '..');
}

function segmentOf(template: string, parameters: readonly Parameter[], input: Fields): string {
  const names = [...template.matchAll(/\{([^{}]*)\}/gu)].map(([, name = '']) => name);
  const [first] = names;
  if (first === undefined) return template;
  const segment = template.replaceAll(/\{([^{}]*)\}/gu, (_, name: string) => {
    const parameter = parameters.find((candidate) => candidate.in === 'path' && candidate.name === name);
    const text = parameter === undefined ? undefined : pathText(own(input, parameter.field), parameter);
    if (text === undefined) throw invalidPathValue(name);
    return text;
  });
  if (segment === '' || hasDotSegment(segment)) throw invalidPathValue(first);
  return segment;
}

function pathText(value: unknown, parameter: Parameter): string | undefined {
  if (value === undefined) return undefined;
  return parameter.isJson ? encodeText(JSON.stringify(value)) : parameterText(value, parameter);
}

function invalidPathValue(name: string): ToolError {
  return new ToolError(`The parameter '${name}' must not be empty, '.' or '..'.`);
}

/** Writes the value of a header. `fetch` rejects most characters outside ASCII, so JSON escapes them, and other text percent-encodes them. */
function headerText(value: unknown, parameter: Parameter): string | undefined {
  const text = parameter.isJson ? JSON.stringify(value) : parameterText(value, { ...parameter, isRaw: true });
  return text?.replaceAll(/[^\t\x20-\x7E]/gu, (character) =>
    parameter.isJson ? escapeCharacter(character) : encodeText(character),
  );
}
