// Providers name these otherwise in what they grant, or leave them out.
const openidScopes: ReadonlySet<string> = new Set(['openid', 'profile', 'email', 'offline_access']);

/** Whether what was granted holds what is needed, where the app does not say how its provider tells. */
export function contains(granted: readonly string[], needed: string): boolean {
  return openidScopes.has(needed) || granted.includes(needed);
}
