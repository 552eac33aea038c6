import type { OutcomeBase } from '@toolwire/core';
import type { Fields } from '@toolwire/core/wire';
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
