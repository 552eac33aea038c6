import { type JsonRecord, recordOf } from '../base/json.ts';
import type { Operation, Parameter, ParameterLocation } from '../reader/operation.ts';
import { encodeText, parameterText } from './parameter-text.ts';
import { type EncodedBody, encodeBody, formBody } from './request-body.ts';

/** A request without credentials. */
export interface ApiRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: EncodedBody['body'];
}

/** The request of an operation for a valid input; `baseUrl` is that of its server. */
export function buildRequest(operation: Operation, input: JsonRecord, baseUrl: string): ApiRequest {
  const { parameters, body } = operation;
  const given = parameters.filter(({ field }) => input[field] !== undefined);
  const query = [...textsIn('query', given, input), ...wholeQuery(given, input)].join('&');
  const cookies = textsIn('cookie', given, input).join('; ');
  const content =
    body === undefined || input[body.field] === undefined ? undefined : encodeBody(input[body.field], body);
  const headers = given
    .filter(isIn('header'))
    .map(({ name, ...rest }): [string, string] => [name, headerText(input[rest.field], { name, ...rest })]);
  return {
    method: operation.method.toUpperCase(),
    url: `${baseUrl.replace(/\/+$/u, '')}${pathOf(operation.path, given, input)}${query === '' ? '' : `?${query}`}`,
    headers: {
      ...Object.fromEntries(headers),
      ...(cookies !== '' && { cookie: cookies }),
      ...(content?.contentType !== undefined && { 'content-type': content.contentType }),
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
    .map((parameter) => textOfParameter(input[parameter.field], parameter))
    .filter((text) => text !== undefined);
}

/** The parameter that is the whole query: a form, or JSON. */
function wholeQuery(parameters: readonly Parameter[], input: JsonRecord): readonly string[] {
  return parameters
    .filter(isIn('querystring'))
    .map(({ field, isJson }) =>
      isJson ? encodeText(JSON.stringify(input[field])) : formBody(recordOf(input[field]), new Map()),
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

// The WHATWG URL parser, which `fetch` uses, removes these segments.
const dotSegment = /^\.{1,2}$/u;

function segmentOf(template: string, parameters: readonly Parameter[], input: JsonRecord): string {
  const filled = parameters.filter((one) => one.in === 'path' && template.includes(`{${one.name}}`));
  const segment = template.replaceAll(/\{([^{}]*)\}/gu, (_, name: string) => {
    const parameter = filled.find((one) => one.name === name);
    return parameter === undefined ? '' : pathText(input[parameter.field], parameter);
  });
  if (filled[0] !== undefined && (segment === '' || dotSegment.test(segment))) {
    throw new InvalidPathValue(filled[0].field);
  }
  return segment;
}

function pathText(value: unknown, parameter: Parameter): string {
  return parameter.isJson ? encodeText(JSON.stringify(value)) : (parameterText(value, parameter) ?? '');
}

/** A value that would change the path: nothing, `.` or `..`. */
export class InvalidPathValue extends Error {
  override readonly name: string = 'InvalidPathValue';
  readonly field: string;

  constructor(field: string) {
    super(`The parameter '${field}' must not be empty, '.' or '..'.`);
    this.field = field;
  }
}

/** Header values are not percent-encoded. */
function headerText(value: unknown, parameter: Parameter): string {
  const text = parameter.isJson ? JSON.stringify(value) : (parameterText(value, { ...parameter, isRaw: true }) ?? '');
  // JSON outside ASCII is escaped; other text would make `fetch` throw.
  return text.replaceAll(/[^\t\x20-\x7E]/gu, (character) =>
    parameter.isJson ? escapeJson(character) : encodeText(character),
  );
}

function escapeJson(character: string): string {
  return [...Array(character.length).keys()]
    .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('');
}
