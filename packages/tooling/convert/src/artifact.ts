import type { ArtifactOutcome, JsonObject } from '@toolwire/core';
import { isObject } from '@toolwire/core/wire';
import { type ArtifactFields, firstText, isArtifact, withoutUndefined } from '@toolwire/internal';
import type { LostFields } from './lost-fields.ts';
import type { ConvertOptions, ReadResult } from './read-result.ts';

type Artifact = ArtifactOutcome['artifact'];

/** Reads an artifact of Open Tool Calling or Arcade; `undefined` if a required field is missing. */
export function readArtifact(artifact: unknown): Artifact | undefined {
  return isArtifact(artifact) ? artifactOf(artifact) : undefined;
}

/** Returns an artifact whose required fields were checked. */
export function artifactOf({ url, content_type: contentType, size, meta, ...rest }: ArtifactFields): Artifact {
  const description = firstText(isObject(meta) ? meta['description'] : undefined) ?? '';
  return withoutUndefined({ url, contentType, size, description, name: firstText(rest['name']) });
}

/** Marks the extras of an artifact, so that the conversion back recognizes it. */
export function markArtifact(extras: JsonObject): JsonObject {
  return { ...extras, kind: 'artifact' };
}

/** Whether a value was an artifact before it was converted. */
export function isMarkedArtifact({ extras }: ConvertOptions): boolean {
  return extras?.['kind'] === 'artifact';
}

/** The name of an artifact among the lost fields and their values. */
const lostNameField = 'artifact.name';

/** Adds the name of an artifact, which only MCP has, to the lost fields. */
export function withLostName({ outcome, losses, extras }: ReadResult): LostFields {
  const name = outcome.kind === 'artifact' ? outcome.artifact.name : undefined;
  if (name === undefined) return { losses, extras };
  return { losses: [...losses, lostNameField], extras: { ...extras, [lostNameField]: name } };
}

/** Returns an artifact with the name that an earlier conversion lost. */
export function withRestoredName(artifact: Artifact, { extras = {} }: ConvertOptions): Artifact {
  const name = firstText(artifact.name, extras[lostNameField]);
  return name === undefined ? artifact : { ...artifact, name };
}
