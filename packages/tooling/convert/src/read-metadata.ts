import type { JsonObject, JsonValue, OutcomeBase } from '@toolwire/core';
import { type Fields, present } from '@toolwire/core/wire';
import { firstText } from '@toolwire/internal';
import type { ConvertOptions } from './converted.ts';

/** Returns the first valid call ID of a result, or the ID of the options, or a random one. */
export function readCallId(ids: readonly unknown[], { callId }: ConvertOptions): string {
  return firstText(...ids) ?? callId ?? crypto.randomUUID();
}

/** Returns how long a tool ran, if the value is valid. */
export function readDuration({ duration }: Fields): OutcomeBase {
  // Larger numbers are not exact.
  return typeof duration === 'number' && duration >= 0 && duration <= Number.MAX_SAFE_INTEGER
    ? { durationMs: duration }
    : {};
}

/**
 * Returns the fields with these names that have a value. `path` is the path of these fields in the result, such as `error.`, which lost
 * fields have in front of their names.
 */
export function presentFields(fields: Fields, names: readonly string[], path: string = ''): JsonObject {
  const presentNames = names.filter((name) => present(fields[name]));
  return Object.fromEntries(presentNames.map((name) => [`${path}${name}`, fields[name] as JsonValue]));
}
