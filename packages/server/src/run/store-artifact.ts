import type {
  ArtifactOutcome,
  ArtifactReader,
  ArtifactSource,
  ArtifactStore,
  JsonValue,
  Tool,
  ValueOutcome,
} from '@toolwire/core';
import { bytesOf } from '@toolwire/core/internal';
import { StartupError } from '@toolwire/internal';
import type { ReadyCall } from './resolved-call.ts';

/** How outputs are stored and returned by reference. */
export interface ArtifactOptions {
  /** Where files are stored, such as `createFolderArtifacts()` of `@toolwire/artifacts`. */
  readonly store: ArtifactStore;
  /** Also stores values whose JSON is longer than this, of tools without `output`; by default none. */
  readonly aboveLength?: number | undefined;
  /** For tests: allows a store that loses artifacts with the process, with durable tasks. */
  readonly allowVolatile?: boolean | undefined;
}

/** Rejects if the store isn't ready, or loses artifacts before their tasks. */
export async function checkArtifactStore(
  options: ArtifactOptions | undefined,
  areTasksDurable: boolean,
): Promise<void> {
  const { store, allowVolatile = false } = options ?? {};
  if (areTasksDurable && !allowVolatile && store?.endsWithProcess !== undefined) {
    throw new StartupError(
      'TW_ARTIFACTS_END',
      `Tasks survive a restart, but artifacts are lost. ${store.endsWithProcess} In tests, set allowVolatile: true.`,
    );
  }
  await store?.ready?.();
}

/** The reader of a store, if the store can read. */
export function artifactReaderOf(store: ArtifactStore | undefined): ArtifactReader | undefined {
  const { read, uriTemplate } = store ?? {};
  return store === undefined || read === undefined ? undefined : { uriTemplate, read: (url) => read.call(store, url) };
}

/** Only tools without an output schema may return a reference; a value with a schema is sent unchanged (OTC-RESP-05). */
export function canStoreOutput({ outputSchema }: Tool): boolean {
  return outputSchema !== null && Object.keys(outputSchema).length === 0;
}

/** Stores a returned artifact, and returns the outcome with its URL. Rejects if the store or the body fails. */
export async function storeArtifact(
  source: ArtifactSource,
  startedAt: number,
  call: ReadyCall,
  options: ArtifactOptions | undefined,
): Promise<ArtifactOutcome> {
  if (options === undefined) {
    throw new TypeError(
      'A tool returned an artifact, but this server has no store for artifacts. Set artifacts: { store }.',
    );
  }
  const artifact = await save(source, call, options);
  return { kind: 'artifact', artifact, durationMs: performance.now() - startedAt, tool: call.tool };
}

/** Stores a value that is too long to send. */
export async function storeLongValue(
  outcome: ValueOutcome,
  call: ReadyCall,
  options: ArtifactOptions,
): Promise<ValueOutcome | ArtifactOutcome> {
  const body = JSON.stringify(outcome.value);
  if (body.length <= (options.aboveLength ?? Number.POSITIVE_INFINITY)) return outcome;
  const description = `The result of ${call.tool.name}: ${describeResult(outcome.value)}`;
  const name = `${call.tool.name}.json`;
  const artifact = await save({ contentType: 'application/json', description, name, body }, call, options);
  const { value: _stored, ...rest } = outcome;
  return { ...rest, kind: 'artifact', artifact };
}

async function save(
  source: ArtifactSource,
  call: ReadyCall,
  { store }: ArtifactOptions,
): Promise<ArtifactOutcome['artifact']> {
  const { body, ...details } = source;
  const { url, size } = await store.save(bytesOf(body), { ...details, signal: call.lifetime.signal });
  const { contentType, description, name } = details;
  return { url, size, contentType, description, ...(name !== undefined && { name }) };
}

function describeResult(value: JsonValue): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
