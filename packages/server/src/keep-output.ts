import type { ArtifactOutcome, ArtifactSource, ArtifactStore, JsonValue, Tool, ValueOutcome } from '@toolwire/core';
import { bytesOf } from '@toolwire/core/wire';
import { StartUpError } from '@toolwire/internal';
import type { ReadyCall } from './ready-call.ts';

/** How outputs are kept that are answered by reference. */
export interface ArtifactOptions {
  /** Where files are kept, such as `createFolderArtifacts()` of `@toolwire/artifacts`. */
  readonly store: ArtifactStore;
  /** Keeps values of more than so many characters of JSON as well, of tools that declare no `output`; left out, none. */
  readonly aboveLength?: number | undefined;
  /** Takes a store whose artifacts end with the process, though tasks do not: for tests. */
  readonly allowVolatile?: boolean | undefined;
}

/** Rejects where nothing could be kept, and where artifacts would end before the tasks that have made them. */
export async function checkArtifacts(options: ArtifactOptions | undefined, tasksOutlive: boolean): Promise<void> {
  const { store, allowVolatile = false } = options ?? {};
  if (tasksOutlive && !allowVolatile && store?.endsWithProcess !== undefined) {
    throw new StartUpError(
      'TW_ARTIFACTS_END',
      `Tasks of this server outlive its process, and their artifacts do not. ${store.endsWithProcess} For tests, set allowVolatile.`,
    );
  }
  await store?.ready?.();
}

/** OTC-RESP-05: a value that a schema describes is sent as it is; only where there is none may an address stand for it. */
export function mayBeKept({ outputSchema }: Tool): boolean {
  return outputSchema !== null && Object.keys(outputSchema).length === 0;
}

/** Keeps what a tool answered with, and makes the outcome that names its address; throws as the store or the body does. */
export async function keepArtifact(
  source: ArtifactSource,
  startedAt: number,
  call: ReadyCall,
  options: ArtifactOptions | undefined,
): Promise<ArtifactOutcome> {
  if (options === undefined) {
    throw new TypeError('A tool answered with an artifact, and this server keeps none. Give it artifacts: { store }.');
  }
  const artifact = await save(source, call, options);
  return { kind: 'artifact', artifact, durationMs: performance.now() - startedAt, tool: call.tool };
}

/** Keeps a value that is too long to be sent. */
export async function keepLongValue(
  outcome: ValueOutcome,
  call: ReadyCall,
  options: ArtifactOptions,
): Promise<ValueOutcome | ArtifactOutcome> {
  const body = JSON.stringify(outcome.value);
  if (body.length <= (options.aboveLength ?? Number.POSITIVE_INFINITY)) return outcome;
  const description = `The result of ${call.tool.name}: ${kindOf(outcome.value)}`;
  const name = `${call.tool.name}.json`;
  const artifact = await save({ contentType: 'application/json', description, name, body }, call, options);
  const { value: _kept, ...about } = outcome;
  return { ...about, kind: 'artifact', artifact };
}

async function save(
  source: ArtifactSource,
  call: ReadyCall,
  { store }: ArtifactOptions,
): Promise<ArtifactOutcome['artifact']> {
  const { body, ...about } = source;
  const { url, size } = await store.save(bytesOf(body), { ...about, signal: call.lifetime.signal });
  const { contentType, description, name } = source;
  return { url, size, contentType, description, ...(name !== undefined && { name }) };
}

function kindOf(value: JsonValue): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
