/** How long the store says to wait, in whole milliseconds, where an error of its has a `retryAfterMs`. */
export function retryAfterOf(error: unknown): number | undefined {
  const ms: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'retryAfterMs') : undefined;
  const isUsable = typeof ms === 'number' && ms > 0 && ms <= Number.MAX_SAFE_INTEGER;
  return isUsable ? Math.ceil(ms) : undefined;
}
