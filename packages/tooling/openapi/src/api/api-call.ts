import type { Fields } from '@toolwire/internal';
import type { LargeResults } from '../call/shape-result.ts';
import type { FieldEncoding, Operation, Paging, Parameter } from '../reader/document-model.ts';
import { kindOfType } from '../reader/media-types.ts';
import {
  defaultStyle,
  explodesByDefault,
  type ParameterLocation,
  type ParameterStyle,
} from '../reader/parameter-style.ts';

/** How a parameter or a field of a form is written. Default: as in OpenAPI. */
interface ParameterFormatting {
  readonly style?: ParameterStyle | undefined;
  readonly explode?: boolean | undefined;
  readonly allowReserved?: boolean | undefined;
  /** Sends the value as JSON instead of in a style. */
  readonly isJson?: boolean | undefined;
}

/** How a field of a form is written. */
interface FieldFormatting extends ParameterFormatting {
  readonly mediaType?: string | undefined;
  /** Sends a value `{ content, name, type }`, or a list of them, as files of a multipart body; `content` is base64. */
  readonly isFile?: boolean | undefined;
}

/** How the parameters of a request are written, such as `{ query: { ids: { explode: false } } }`. */
export type ParameterStyles = {
  readonly [Part in RequestPart]?: Readonly<Record<string, ParameterFormatting>> | undefined;
};

/** The parts of one request to an API. Values that are `undefined` are not sent. */
export interface ApiCall {
  readonly path?: Fields | undefined;
  readonly query?: Fields | undefined;
  /** One value that is the whole query. */
  readonly querystring?: Fields | undefined;
  readonly headers?: Fields | undefined;
  readonly cookies?: Fields | undefined;
  readonly body?: unknown;
  /** The media type of the body. Default: `application/json`. */
  readonly bodyType?: string | undefined;
  /** How parameters are written, by their part of the request and their names. */
  readonly styles?: ParameterStyles | undefined;
  /** How the fields of a form are written, by their names. */
  readonly encoding?: Readonly<Record<string, FieldFormatting>> | undefined;
  /** The media types to accept. Default: JSON. */
  readonly accept?: readonly string[] | undefined;
  /** The credentials to send, by their names in `createApi()`. */
  readonly auth?: readonly string[] | undefined;
  /** The URL of another server. */
  readonly server?: string | undefined;
  /** Whether a repeated request has no further effect: for a `POST`, if the API honors the idempotency key. */
  readonly isRepeatable?: boolean | undefined;
  /** How the pages of a list are read. By default a call reads one page. */
  readonly paging?: Paging | undefined;
  /** The parts of the result to keep, such as `items.id`. */
  readonly select?: readonly string[] | undefined;
  /** What happens to a result that is too long. Default: `error`, because a cut result doesn't match `output`. */
  readonly largeResults?: LargeResults | undefined;
}

/** The parts of a request with parameters. */
export const parts = ['path', 'query', 'querystring', 'headers', 'cookies'] as const;
type RequestPart = (typeof parts)[number];

/** The locations of parameters by the parts of a request. */
export const locations: Readonly<Record<RequestPart, ParameterLocation>> = {
  path: 'path',
  query: 'query',
  querystring: 'querystring',
  headers: 'header',
  cookies: 'cookie',
};

const bodyField = 'body';

/** Returns a call as an operation of an OpenAPI document. */
export function operationOf(method: string, path: string, call: ApiCall): Operation {
  const { bodyType = 'application/json', accept = [] } = call;
  return {
    id: `${method} ${path}`,
    name: '',
    method: method.toLowerCase(),
    path,
    tags: [],
    isDeprecated: false,
    parameters: parts.flatMap((part) => namesIn(part, call).map((name) => parameterOf(part, name, call))),
    ...(call.body !== undefined && {
      body: {
        field: bodyField,
        isRequired: true,
        mediaType: bodyType,
        kind: kindOfType(bodyType) ?? 'text',
        schema: {},
        encoding: encodingOf(call.encoding ?? {}),
      },
    }),
    responses: accept.length === 0 ? [] : [{ status: '2XX', content: accept.map((mediaType) => ({ mediaType })) }],
    security: [],
    servers: [],
    hasOwnServers: false,
    extension: { isHidden: false },
  };
}

/** Returns the names of parameters. The parameter that selects a page may have no value for the first page. */
function namesIn(part: RequestPart, call: ApiCall): readonly string[] {
  const paged = part === 'query' && call.paging?.parameter !== undefined ? [call.paging.parameter] : [];
  return [...new Set([...Object.keys(call[part] ?? {}), ...paged])];
}

/** Returns the values of a call by the fields of its operation. */
export function inputOf(call: ApiCall): Fields {
  const entries = parts.flatMap((part) =>
    Object.entries(call[part] ?? {}).map(([name, value]): [string, unknown] => [fieldOf(part, name), value]),
  );
  return Object.fromEntries([...entries, [bodyField, call.body]]);
}

function fieldOf(part: RequestPart, name: string): string {
  return `${part} ${name}`;
}

function parameterOf(part: RequestPart, name: string, { styles = {} }: ApiCall): Parameter {
  const location = locations[part];
  const stylesOfPart = styles[part] ?? {};
  const formatting = Object.hasOwn(stylesOfPart, name) ? stylesOfPart[name] : undefined;
  const style = formatting?.style ?? defaultStyle(location);
  return {
    name,
    in: location,
    field: fieldOf(part, name),
    isRequired: false,
    style,
    explode: formatting?.explode ?? explodesByDefault(style),
    allowReserved: formatting?.allowReserved ?? false,
    isJson: formatting?.isJson ?? false,
    schema: {},
  };
}

function encodingOf(encoding: NonNullable<ApiCall['encoding']>): ReadonlyMap<string, FieldEncoding> {
  return new Map(
    Object.entries(encoding).map(([name, field]) => {
      const { isJson = false, style, explode, allowReserved, isFile = false } = field;
      const mediaType = field.mediaType ?? (isJson ? 'application/json' : undefined);
      const isStyled = style !== undefined || explode !== undefined || allowReserved !== undefined;
      return [
        name,
        {
          ...(mediaType !== undefined && { mediaType }),
          style: style ?? 'form',
          explode: explode ?? explodesByDefault(style ?? 'form'),
          allowReserved: allowReserved ?? false,
          isStyled: isStyled && !isJson,
          isFile,
        },
      ];
    }),
  );
}
