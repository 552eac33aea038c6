import type { ArtifactOutcome, JsonObject, JsonValue, OutcomeBase, ToolFailure } from '@toolwire/core';
import { type Fields, isObject } from '@toolwire/core/wire';
import { type ArtifactFields, firstText, isArtifact, readFailureFields } from '@toolwire/internal';
import type { AuthorizationNeeded, ConvertOptions, ReadOutcome } from './converted.ts';

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

/** The error fields of both protocols. */
export const errorMembers: ReadonlySet<string> = new Set([
  'message',
  'developer_message',
  'can_retry',
  'additional_prompt_content',
  'retry_after_ms',
]);

/** Reads an artifact of either protocol. */
export function readArtifact(artifact: unknown): ArtifactOutcome['artifact'] | undefined {
  return isArtifact(artifact) ? artifactOf(artifact) : undefined;
}

export function artifactOf(artifact: ArtifactFields): ArtifactOutcome['artifact'] {
  const { url, content_type: contentType, size, meta } = artifact;
  const name = firstText(artifact['name']);
  const description = isObject(meta) ? meta['description'] : undefined;
  return { url, contentType, size, description: firstText(description) ?? '', ...(name !== undefined && { name }) };
}

const artifactName = 'artifact.name';

/** Returns the loss of an artifact's name, which only MCP has, and its value for the conversion back. */
export function lostNameOf(outcome: ReadOutcome): { readonly losses: readonly string[]; readonly extras: JsonObject } {
  const name = outcome.kind === 'artifact' ? outcome.artifact.name : undefined;
  return name === undefined ? { losses: [], extras: {} } : { losses: [artifactName], extras: { [artifactName]: name } };
}

/** Returns an artifact with the name that an earlier conversion lost. */
export function withLostName(
  artifact: ArtifactOutcome['artifact'],
  { extras = {} }: ConvertOptions,
): ArtifactOutcome['artifact'] {
  const name = firstText(artifact.name, extras[artifactName]);
  return name === undefined ? artifact : { ...artifact, name };
}

/** Reads an authorization, also with its earlier names (E54). */
export function authorizationOf(authorization: Fields): Omit<AuthorizationNeeded, 'kind'> {
  const url = firstText(authorization['url'], authorization['authorization_url']);
  const { scopes } = authorization;
  const texts = Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === 'string') : undefined;
  return {
    id: firstText(authorization['id'], authorization['authorization_id']) ?? 'unknown',
    ...(url !== undefined && { url }),
    ...(texts !== undefined && { scopes: texts }),
    status: firstText(authorization['status']) ?? 'pending',
  };
}

/** Returns the fields with these names that are neither undefined nor null. */
export function fieldsOf(fields: Fields, names: readonly string[]): Record<string, JsonValue> {
  const presentNames = names.filter((name) => fields[name] !== undefined && fields[name] !== null);
  return Object.fromEntries(presentNames.map((name) => [name, fields[name] as JsonValue]));
}
