import type { ArtifactOutcome, JsonObject } from '@toolwire/core';
import type { AuthorizationNeeded } from './converted.ts';

/** Writes an artifact as Open Tool Calling and Arcade have it. */
export function artifactMembers({ url, contentType, size, description }: ArtifactOutcome['artifact']): JsonObject {
  return { url, content_type: contentType, size, meta: { description } };
}

/** Writes an authorization under the names that the execute response gives it. */
export function authorizationMembers({ id, url, scopes, status }: AuthorizationNeeded): JsonObject {
  return { id, ...(url !== undefined && { url }), ...(scopes !== undefined && { scopes }), status };
}
