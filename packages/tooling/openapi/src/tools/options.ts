import { checkChoice, checkNames, type Filled, type NamesOf } from '@toolwire/internal';
import { type ConnectionOptions, connectionNames, readConnection } from '../call/connection-options.ts';
import type { AuthSources } from '../call/credentials.ts';
import type { LargeResults } from '../call/shape-result.ts';
import type { Paging } from '../reader/operation.ts';
import type { ReadOpenApiOptions } from '../reader/read-open-api.ts';
import { filterNames, type OperationFilter } from './select-operations.ts';

/** How the operations of a document become tools. */
export interface ToolsFromOpenApiOptions extends ReadOpenApiOptions, ConnectionOptions {
  /** The operations to take. Nothing is taken by default: models choose better among ten tools than among three hundred. */
  readonly include: OperationFilter;
  /** The operations to leave out of these. */
  readonly exclude?: OperationFilter | undefined;
  /** The first part of the tools' IDs, such as `Pets`; the title of the API by default. */
  readonly toolkit?: string | undefined;
  /** The version of the tools; `1.0.0` by default. */
  readonly version?: string | undefined;
  /** The URL of the API, in place of the servers of the document. Operations with servers of their own keep these. */
  readonly baseUrl?: string | undefined;
  /** Where credentials come from, by the names of the security schemes. By default keys are secrets, and tokens authorizations, named after their schemes. */
  readonly auth?: AuthSources | undefined;
  /** The header that carries the idempotency key of a write. `Idempotency-Key` by default; `false` for none. Set it where the API honors it: a write whose connection broke may be retried then. */
  readonly idempotencyHeader?: string | false | undefined;
  /** What happens to a longer result: `cut` with a note (the default), stored as an `artifact`, or an `error`. */
  readonly largeResults?: LargeResults | undefined;
  /** The parts of results to keep, by operation ID, such as `{ listPets: ['items.id', 'items.name'] }`. */
  readonly select?: Readonly<Record<string, readonly string[]>> | undefined;
  /** How the pages of lists are read, by operation ID. By default a call reads one page. */
  readonly paging?: Readonly<Record<string, Paging>> | undefined;
  /** Whether responses are checked against the document: not (`off`, the default), with a warning in the log (`warn`), or with an error (`strict`). Only `strict` publishes output schemas. */
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
  largeResults: true,
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
  | 'largeResults'
  | 'select'
  | 'paging'
  | 'responses';

/** Options with their defaults. */
export type ReadOptions = Omit<ToolsFromOpenApiOptions, WithDefault> &
  Filled<Pick<ToolsFromOpenApiOptions, WithDefault>>;

/** Checks options, and fills in the defaults. */
export function readOptions(options: ToolsFromOpenApiOptions): ReadOptions {
  checkNames('toolsFromOpenApi()', options, names);
  checkNames('include', options.include ?? null, filterNames);
  checkNames('exclude', options.exclude, filterNames);
  const { largeResults = 'cut', responses = 'off' } = options;
  checkChoice('largeResults', largeResults, ['cut', 'artifact', 'error']);
  checkChoice('responses', responses, ['off', 'warn', 'strict']);
  return {
    ...options,
    ...readConnection(options),
    exclude: options.exclude ?? {},
    version: options.version ?? '1.0.0',
    auth: options.auth ?? {},
    largeResults,
    select: options.select ?? {},
    paging: options.paging ?? {},
    responses,
  };
}
