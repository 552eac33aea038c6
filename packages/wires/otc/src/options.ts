import { checkNames, type Filled, type NamesOf, StartUpError } from '@toolwire/internal';
/** How the Open Tool Calling wire is served. */
export interface OtcOptions {
  /** A path in front of every route, such as `/v1`. */
  readonly prefix?: string | undefined;
  /** Serves `POST /call` too, as the text's own examples do (E01). On by default. */
  readonly callAlias?: boolean | undefined;
  /** Serves `POST /tools/cancel` too, which is no part of the text: it ends a call that runs. On by default. */
  readonly cancel?: boolean | undefined;
  /** Lists the tools under `items` too, in the shape the renamed protocol reads (E13). On by default. */
  readonly items?: boolean | undefined;
  /** `text`: 400 for every refusal, as the text demands. `rich`: 401, 413, 415, 429 and 503 where they fit (E25). */
  readonly httpStatuses?: 'text' | 'rich' | undefined;
  /** The status for missing or bad credentials on a call (E22): 400 by the text, or 401. The listing answers 401. */
  readonly callAuthStatus?: 400 | 401 | undefined;
  /** Leaves `value` out of a null response instead of writing `null` (E32). */
  readonly omitNullValue?: boolean | undefined;
  /** Takes a newer minor version in `$schema` as 1.0 (E10). */
  readonly acceptNewerMinor?: boolean | undefined;
}

/** The options with every default filled in. */
export type OtcSettings = Filled<OtcOptions>;

const optionNames: NamesOf<OtcOptions> = {
  prefix: true,
  cancel: true,
  callAlias: true,
  items: true,
  httpStatuses: true,
  callAuthStatus: true,
  omitNullValue: true,
  acceptNewerMinor: true,
};

/** Fills in the defaults. */
export function otcSettings(options: OtcOptions): OtcSettings {
  checkNames('otc()', options, optionNames);
  return {
    prefix: checkPrefix(options.prefix ?? ''),
    callAlias: options.callAlias ?? true,
    cancel: options.cancel ?? true,
    items: options.items ?? true,
    httpStatuses: options.httpStatuses ?? 'text',
    callAuthStatus: options.callAuthStatus ?? (options.httpStatuses === 'rich' ? 401 : 400),
    omitNullValue: options.omitNullValue ?? false,
    acceptNewerMinor: options.acceptNewerMinor ?? false,
  };
}

function checkPrefix(prefix: string): string {
  if (prefix === '' || /^(?:\/[A-Za-z0-9._~-]+)+$/.test(prefix)) return prefix;
  throw new StartUpError(
    'TW_OPTION_PATH',
    `otc({ prefix: '${prefix}' }): a prefix starts with '/' and does not end with one, such as '/v1'.`,
  );
}
