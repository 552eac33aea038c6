import type { ArtifactOutcome, JsonValue, OutcomeBase, ToolFailure } from '@toolwire/core';
import type { Fields } from '@toolwire/core/wire';
import { isObject } from '@toolwire/core/wire';
import type { AuthorizationNeeded } from './converted.ts';

/** A text that says something. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The first of several members that is such a text. */
export function firstText(...values: readonly unknown[]): string | undefined {
  return values.map(textOf).find((text) => text !== undefined);
}

/** How long a tool ran; `undefined` for what cannot be a length of time. */
export function durationOf({ duration }: Fields): OutcomeBase {
  return typeof duration === 'number' && duration >= 0 && duration <= Number.MAX_SAFE_INTEGER
    ? { durationMs: duration }
    : {};
}

/** E35, E62: a failure always has a message. */
export const unknownFailure: ToolFailure = { message: 'The tool call failed.' };

/** Reads the five members of an error that Open Tool Calling and Arcade share. */
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

/** The members of an error that have names in both. */
export const errorMembers: ReadonlySet<string> = new Set([
  'message',
  'developer_message',
  'can_retry',
  'additional_prompt_content',
  'retry_after_ms',
]);

/** Reads an artifact as both write it. */
export function readArtifact(artifact: unknown): ArtifactOutcome['artifact'] | undefined {
  if (!isObject(artifact)) return undefined;
  const { url, content_type: contentType, size, meta } = artifact;
  const name = textOf(artifact['name']);
  const description = isObject(meta) ? meta['description'] : undefined;
  const isWhole = typeof url === 'string' && typeof contentType === 'string' && typeof size === 'number';
  if (!isWhole) return undefined;
  return { url, contentType, size, description: textOf(description) ?? '', ...(name !== undefined && { name }) };
}

/** E54: an authorization, under any of the names it has been given. */
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

/** Takes members out of an object that go aside, without those that say nothing. */
export function aside(fields: Fields, names: readonly string[]): Record<string, JsonValue> {
  const kept = names.filter((name) => fields[name] !== undefined && fields[name] !== null);
  return Object.fromEntries(kept.map((name) => [name, fields[name] as JsonValue]));
}
