import {
  checkChoice,
  checkNames,
  checkRoutePath,
  type Filled,
  type NamesOf,
  type OpenApiInfo,
} from '@toolwire/internal';

/** Options of `otc()`. */
export interface OtcOptions {
  /** A path before every route, such as `/v1`. */
  readonly prefix?: string | undefined;
  /** Also serves `POST /call`, as in the examples of the standard (E01). On by default. */
  readonly callAlias?: boolean | undefined;
  /** Also lists the tools under `items`, in the format of the renamed protocol (E13). On by default. */
  readonly items?: boolean | undefined;
  /** `text`: 400 for every refused call, as the standard requires. `rich`: also 401, 413, 415, 429, 500 and 503 (E22, E25). */
  readonly httpStatuses?: 'text' | 'rich' | undefined;
  /** Leaves `value` out of a null response instead of writing `null` (E32). */
  readonly omitNullValue?: boolean | undefined;
  /** Accepts a newer minor version in `$schema` as 1.0 (E10). */
  readonly acceptNewerMinor?: boolean | undefined;
  /** Also serves `GET /openapi.json`, which describes the calls of the tools as OpenAPI 3.1. Off by default. */
  readonly openApi?:
    | boolean
    | {
        readonly title?: string | undefined;
        readonly version?: string | undefined;
        readonly url?: string | undefined;
        /** The ways to authenticate: security schemes of OpenAPI, by their names. By default the schemes of `auth` of `toolwire()`. */
        readonly securitySchemes?: Readonly<Record<string, object>> | undefined;
      }
    | undefined;
}

/** The options with every default filled in. */
export interface OtcSettings extends Filled<Omit<OtcOptions, 'openApi'>> {
  readonly openApi: OpenApiInfo | undefined;
}

const optionNames: NamesOf<OtcOptions> = {
  prefix: true,
  callAlias: true,
  items: true,
  httpStatuses: true,
  omitNullValue: true,
  acceptNewerMinor: true,
  openApi: true,
};
const openApiNames: NamesOf<OpenApiInfo> = { title: true, version: true, url: true, securitySchemes: true };

/** Fills in the defaults. */
export function otcSettings(options: OtcOptions): OtcSettings {
  checkNames('otc()', options, optionNames);
  const { prefix = '', httpStatuses = 'text' } = options;
  checkChoice('httpStatuses of otc()', httpStatuses, ['text', 'rich']);
  return {
    prefix: prefix === '' ? '' : checkRoutePath('prefix of otc()', prefix, '/v1'),
    callAlias: options.callAlias ?? true,
    items: options.items ?? true,
    httpStatuses,
    omitNullValue: options.omitNullValue ?? false,
    acceptNewerMinor: options.acceptNewerMinor ?? false,
    openApi: openApiInfo(options.openApi ?? false),
  };
}

function openApiInfo(option: NonNullable<OtcOptions['openApi']>): OpenApiInfo | undefined {
  if (option === false) return undefined;
  const info = option === true ? {} : option;
  checkNames('openApi of otc()', info, openApiNames);
  // By default relative to the URL of the document, because a server does not know where an app mounts it.
  return { ...info, url: info.url ?? '.' };
}
