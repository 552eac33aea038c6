/** Says what is wrong with a list of scopes, which go between quotes into a challenge; nothing for one that is fit. */
export function scopeProblem(scopes: unknown): string | undefined {
  if (!Array.isArray(scopes)) return "must be a list such as ['orders:write']";
  const all: readonly unknown[] = scopes;
  // RFC 6749, 3.3.
  const wrong = all.findIndex((scope) => typeof scope !== 'string' || !/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope));
  if (wrong !== -1) return `must hold one scope each, such as 'orders:write': number ${wrong + 1} is none`;
  // A server never asks for it: whether a client gets tokens for later is between that and whoever issues them.
  if (all.includes('offline_access')) return "cannot hold 'offline_access', which clients ask for by themselves";
  return undefined;
}
