import { checkChoice, checkNames, type Filled, type NamesOf } from '@toolwire/internal';
import { type ConnectionOptions, connectionNames, readConnection } from '../call/connection-options.ts';
import type { AuthSources } from '../call/credentials.ts';
import { checkedUrl } from '../call/server-url.ts';
import type { Paging } from '../reader/document-model.ts';
import type { ReadOpenApiOptions } from '../reader/read-open-api.ts';
import { filterNames, type OperationFilter } from './select-operations.ts';

// The default of `toolkit` is in `tool-ids.ts`, and those of `ConnectionOptions` are in `call/connection-options.ts`.
/** How the operations of a document become tools. */
export interface ToolsFromOpenApiOptions extends ReadOpenApiOptions, ConnectionOptions {
  /** The operations to include. Required, because models choose better among ten tools than among three hundred. */
  readonly include: OperationFilter;
  /** The operations to exclude from these. */
  readonly exclude?: OperationFilter | undefined;
  /** The first part of the tools' IDs, such as `Pets`. Default: the title of the API. */
  readonly toolkit?: string | undefined;
  /** The version of the tools. Default: `1.0.0`. */
  readonly version?: string | undefined;
  /** The URL of the API. Operations with their own servers use those. Default: the first server of the document. */
  readonly baseUrl?: string | undefined;
  /** The sources of credentials by the names of the security schemes. Default: secrets for keys, and authorizations for tokens, with these names. */
  readonly auth?: AuthSources | undefined;
  /** The parts of results to keep, by operation ID, such as `{ listPets: ['items.id', 'items.name'] }`. */
  readonly select?: Readonly<Record<string, readonly string[]>> | undefined;
  /** How the pages of lists are read, by operation ID. By default a call reads one page. */
  readonly paging?: Readonly<Record<string, Paging>> | undefined;
  /** Checks responses against the document: `warn` logs a warning, and `strict` fails the call and publishes output schemas. Default: `off`. */
  readonly responses?: 'off' | 'warn' | 'strict' | undefined;
}

const names: NamesOf<ToolsFromOpenApiOptions> = {
  files: true,
  validate: true,
  overlays: true,
  include: true,
  exclude: true,
  toolkit: true,
  version: true,
  baseUrl: true,
  auth: true,
  ...connectionNames,
  select: true,
  paging: true,
  responses: true,
};

type WithDefault =
  | 'exclude'
  | 'version'
  | 'privateHosts'
  | 'auth'
  | 'timeoutMs'
  | 'maxResponseBytes'
  | 'maxResultCharacters'
  | 'select'
  | 'paging'
  | 'responses';

/** The options with their defaults. */
export type ToolSettings = Omit<ToolsFromOpenApiOptions, WithDefault> &
  Filled<Pick<ToolsFromOpenApiOptions, WithDefault>>;

/** Checks options, and fills in the defaults. */
export function readOptions(options: ToolsFromOpenApiOptions): ToolSettings {
  checkNames('toolsFromOpenApi()', options, names);
  checkNames('include', options.include ?? null, filterNames);
  checkNames('exclude', options.exclude, filterNames);
  const { responses = 'off' } = options;
  checkChoice('responses', responses, ['off', 'warn', 'strict']);
  return {
    ...options,
    ...readConnection(options),
    exclude: options.exclude ?? {},
    version: options.version ?? '1.0.0',
    baseUrl: options.baseUrl === undefined ? undefined : checkedUrl(options.baseUrl),
    auth: options.auth ?? {},
    select: options.select ?? {},
    paging: options.paging ?? {},
    responses,
  };
}
