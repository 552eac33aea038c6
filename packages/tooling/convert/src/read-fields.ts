import type { ArtifactOutcome, JsonObject, JsonValue, OutcomeBase, ToolFailure } from '@toolwire/core';
import { type Fields, isObject, present } from '@toolwire/core/wire';
import {
  type ArtifactFields,
  firstText,
  isArtifact,
  readFailureFields,
  stringsOf,
  withoutUndefined,
} from '@toolwire/internal';
import type { AuthorizationNeeded, ConvertOptions, LostFields, ReadResult } from './converted.ts';

/** Returns how long a tool ran, if the value is valid. */
export function durationOf({ duration }: Fields): OutcomeBase {
  return typeof duration === 'number' && duration >= 0 && duration <= Number.MAX_SAFE_INTEGER
    ? { durationMs: duration }
    : {};
}

/** The failure of a result without a message: a failure always has one (E35, E62). */
export const unknownFailure: ToolFailure = { message: 'The tool call failed.' };

/** Reads the error of a response of Open Tool Calling or Arcade. */
export function readFailure(error: unknown): ToolFailure {
  return { ...unknownFailure, ...readFailureFields(error) };
}

/** The error fields that every protocol has. */
const commonErrorFields: ReadonlySet<string> = new Set([
  'message',
  'developer_message',
  'can_retry',
  'additional_prompt_content',
  'retry_after_ms',
]);

/** Returns the fields of an error that are not read. A stack trace is not saved, because headers and logs must not contain it. */
export function lostErrorFields(error: unknown, readSeparately?: string): LostFields {
  if (!isObject(error)) return { losses: [], extras: {} };
  const names = Object.keys(error).filter(
    (name) => !commonErrorFields.has(name) && name !== readSeparately && present(error[name]),
  );
  const savedNames = names.filter((name) => name !== 'stacktrace');
  return {
    losses: names.map((name) => `error.${name}`),
    extras: Object.fromEntries(savedNames.map((name) => [`error.${name}`, error[name] as JsonValue])),
  };
}

/** Reads an artifact of either protocol. */
export function readArtifact(artifact: unknown): ArtifactOutcome['artifact'] | undefined {
  return isArtifact(artifact) ? artifactOf(artifact) : undefined;
}

export function artifactOf(artifact: ArtifactFields): ArtifactOutcome['artifact'] {
  const { url, content_type: contentType, size, meta } = artifact;
  const description = firstText(isObject(meta) ? meta['description'] : undefined) ?? '';
  return withoutUndefined({ url, contentType, size, description, name: firstText(artifact['name']) });
}

const artifactName = 'artifact.name';

/** Adds the name of an artifact, which only MCP has, to the lost fields. */
export function withLostName({ outcome, losses, extras }: ReadResult): LostFields {
  const name = outcome.kind === 'artifact' ? outcome.artifact.name : undefined;
  if (name === undefined) return { losses, extras };
  return { losses: [...losses, artifactName], extras: { ...extras, [artifactName]: name } };
}

/** Returns an artifact with the name that an earlier conversion lost. */
export function withRestoredName(
  artifact: ArtifactOutcome['artifact'],
  { extras = {} }: ConvertOptions,
): ArtifactOutcome['artifact'] {
  const name = firstText(artifact.name, extras[artifactName]);
  return name === undefined ? artifact : { ...artifact, name };
}

/** Reads an authorization, also with its earlier names (E54). */
export function readAuthorization(authorization: Fields): Omit<AuthorizationNeeded, 'kind'> {
  const { scopes } = authorization;
  return withoutUndefined({
    id: firstText(authorization['id'], authorization['authorization_id']) ?? 'unknown',
    url: firstText(authorization['url'], authorization['authorization_url']),
    scopes: Array.isArray(scopes) ? stringsOf(scopes) : undefined,
    status: firstText(authorization['status']) ?? 'pending',
  });
}

/** Returns the fields with these names that have a value. */
export function fieldsOf(fields: Fields, names: readonly string[]): JsonObject {
  const presentNames = names.filter((name) => present(fields[name]));
  return Object.fromEntries(presentNames.map((name) => [name, fields[name] as JsonValue]));
}
