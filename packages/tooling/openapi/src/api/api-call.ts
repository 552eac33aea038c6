import type { Fields } from '@toolwire/internal';
import type { LargeResults } from '../call/shape-result.ts';
import type { Paging } from '../reader/document-model.ts';
import type { ParameterLocation, ParameterStyle } from '../reader/parameter-style.ts';

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
export type RequestPart = (typeof parts)[number];

/** The locations of parameters by the parts of a request. */
export const locations: Readonly<Record<RequestPart, ParameterLocation>> = {
  path: 'path',
  query: 'query',
  querystring: 'querystring',
  headers: 'header',
  cookies: 'cookie',
};
