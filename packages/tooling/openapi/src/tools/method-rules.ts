import type { ToolAnnotations } from '@toolwire/core';

const safe = new Set(['get', 'head', 'options', 'trace', 'query']);
const idempotent = new Set(['put', 'delete']);

/** Whether a method only reads (RFC 9110, section 9.2.1). */
export function isReading(method: string): boolean {
  return safe.has(method);
}

/** Whether a repeated request has no further effect (RFC 9110, section 9.2.2). */
export function isIdempotent(method: string): boolean {
  return safe.has(method) || idempotent.has(method);
}

/** Returns the annotations of a tool for its method. A POST may do anything, so its tool is only known to write. */
export function annotationsOf(method: string): ToolAnnotations {
  if (isReading(method)) return { readOnly: true, openWorld: true };
  return {
    readOnly: false,
    ...(method !== 'post' && { destructive: true }),
    ...(isIdempotent(method) && { idempotent: true }),
    openWorld: true,
  };
}
