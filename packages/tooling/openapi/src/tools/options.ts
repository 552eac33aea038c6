import {
  byteCount,
  checkChoice,
  checkNames,
  checkNumber,
  type Filled,
  type NamesOf,
  wholeTimer,
} from '@toolwire/internal';
import type { AuthSources } from '../call/credentials.ts';
import type { LargeResults } from '../call/shape-result.ts';
import type { Paging } from '../reader/operation.ts';
import type { ReadOpenApiOptions } from '../reader/read-open-api.ts';
import type { OperationFilter } from './select-operations.ts';

/** How the operations of a document become tools. */
export interface ToolsFromOpenApiOptions extends ReadOpenApiOptions {
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
  /** Hosts that may have private addresses, such as `['api.internal']`. The host of `baseUrl` is one of them. */
  readonly privateHosts?: readonly string[] | undefined;
  /** Where credentials come from, by the names of the security schemes. By default keys are secrets, and tokens authorizations, named after their schemes. */
  readonly auth?: AuthSources | undefined;
  /** The header that carries the idempotency key of a write. `Idempotency-Key` by default; `false` for none. Set it where the API honors it: a write whose connection broke may be retried then. */
  readonly idempotencyHeader?: string | false | undefined;
  /** How long the API may take for a response, in milliseconds; 30 seconds by default. */
  readonly timeoutMs?: number | undefined;
  /** The largest response to read, in bytes; 10 MiB by default. */
  readonly maxResponseBytes?: number | undefined;
  /** The longest result, in characters of JSON; 50,000 by default. */
  readonly maxResultCharacters?: number | undefined;
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
  privateHosts: true,
  auth: true,
  idempotencyHeader: true,
  timeoutMs: true,
  maxResponseBytes: true,
  maxResultCharacters: true,
  largeResults: true,
  select: true,
  paging: true,
  responses: true,
};
const filterNames: NamesOf<OperationFilter> = { tags: true, paths: true, operations: true };

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
    exclude: options.exclude ?? {},
    version: options.version ?? '1.0.0',
    privateHosts: options.privateHosts ?? [],
    auth: options.auth ?? {},
    timeoutMs: checkNumber('timeoutMs', options.timeoutMs ?? 30_000, wholeTimer),
    maxResponseBytes: checkNumber('maxResponseBytes', options.maxResponseBytes ?? 10 * 1024 * 1024, byteCount),
    maxResultCharacters: checkNumber('maxResultCharacters', options.maxResultCharacters ?? 50_000, {
      whole: true,
      from: 1,
    }),
    largeResults,
    select: options.select ?? {},
    paging: options.paging ?? {},
    responses,
  };
}
