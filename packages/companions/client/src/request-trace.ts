import type { RequestOptions } from './call-options.ts';
import type { ClientSettings } from './client-settings.ts';
import { traceIdOf } from './traceparent.ts';

/** The `traceparent` of a request, if it has one that is valid. */
export function traceparentOf(settings: ClientSettings, options: RequestOptions): string | undefined {
  const found = options.traceparent ?? ofTheMoment(settings);
  return traceIdOf(found) === undefined ? undefined : found;
}

function ofTheMoment({ traceparent }: ClientSettings): string | undefined {
  try {
    return traceparent?.();
  } catch {
    // Whoever traces has failed: the call goes on without.
    return undefined;
  }
}
