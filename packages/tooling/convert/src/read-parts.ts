import type { ArtifactOutcome, JsonValue, OutcomeBase, ToolFailure } from '@toolwire/core';
import { type Fields, isObject } from '@toolwire/core/wire';
import type { AuthorizationNeeded } from './converted.ts';

/** Returns a string that is not empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns the first string that is not empty. */
export function firstText(...values: readonly unknown[]): string | undefined {
  return values.map(textOf).find((text) => text !== undefined);
}

/** Returns how long a tool ran, if the value is valid. */
export function durationOf({ duration }: Fields): OutcomeBase {
  return typeof duration === 'number' && duration >= 0 && duration <= Number.MAX_SAFE_INTEGER
    ? { durationMs: duration }
    : {};
}

/** The failure of a result without a message: a failure always has one (E35, E62). */
export const unknownFailure: ToolFailure = { message: 'The tool call failed.' };

/** Reads the five error fields that Open Tool Calling and Arcade share. */
export function readFailure(error: unknown): ToolFailure {
  if (!isObject(error)) return { message: textOf(error) ?? unknownFailure.message };
  const developerMessage = textOf(error['developer_message']);
  const additionalPromptContent = textOf(error['additional_prompt_content']);
  const { can_retry: canRetry, retry_after_ms: retryAfterMs } = error;
  return {
    message: textOf(error['message']) ?? unknownFailure.message,
    ...(developerMessage !== undefined && { developerMessage }),
    ...(typeof canRetry === 'boolean' && { canRetry }),
    ...(additionalPromptContent !== undefined && { additionalPromptContent }),
    ...(typeof retryAfterMs === 'number' && retryAfterMs >= 0 && { retryAfterMs }),
  };
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
  if (!isObject(artifact)) return undefined;
  const { url, content_type: contentType, size, meta } = artifact;
  const name = textOf(artifact['name']);
  const description = isObject(meta) ? meta['description'] : undefined;
  const isComplete = typeof url === 'string' && typeof contentType === 'string' && typeof size === 'number';
  if (!isComplete) return undefined;
  return { url, contentType, size, description: textOf(description) ?? '', ...(name !== undefined && { name }) };
}

/** Reads an authorization, also with its earlier names (E54). */
export function readAuthorization(authorization: unknown): Omit<AuthorizationNeeded, 'kind'> | undefined {
  if (!isObject(authorization)) return undefined;
  const url = firstText(authorization['url'], authorization['authorization_url']);
  const { scopes } = authorization;
  const texts = Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === 'string') : undefined;
  return {
    id: firstText(authorization['id'], authorization['authorization_id']) ?? 'unknown',
    ...(url !== undefined && { url }),
    ...(texts !== undefined && { scopes: texts }),
    status: textOf(authorization['status']) ?? 'pending',
  };
}

/** Returns the fields with these names that are neither undefined nor null. */
export function fieldsOf(fields: Fields, names: readonly string[]): Record<string, JsonValue> {
  const presentNames = names.filter((name) => fields[name] !== undefined && fields[name] !== null);
  return Object.fromEntries(presentNames.map((name) => [name, fields[name] as JsonValue]));
}
