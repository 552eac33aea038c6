/** Returns what is wrong with a list of scopes; `undefined` if it is valid. */
export function scopeProblem(scopes: unknown): string | undefined {
  if (!Array.isArray(scopes)) return "must be a list such as ['orders:write']";
  const all: readonly unknown[] = scopes;
  // RFC 6749, 3.3.
  const wrong = all.findIndex((scope) => typeof scope !== 'string' || !/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope));
  if (wrong !== -1) return `must contain one scope per entry, such as 'orders:write'. Entry ${wrong + 1} is invalid`;
  // A server never requests it: refresh tokens are between the client and the authorization server.
  if (all.includes('offline_access')) return "must not contain 'offline_access', which clients request automatically";
  return undefined;
}

/** The option `satisfies`: whether a granted scope includes a required one. Equal scopes always match. */
export type ScopeSatisfies = (granted: string, needed: string) => boolean;

/** The annotations that decide whether a call may be repeated. */
interface AnnotatedTool {
  readonly annotations?:
    | { readonly idempotent?: boolean | undefined; readonly readOnly?: boolean | undefined }
    | undefined;
}

/** Whether a second run of a tool with the same input has no further effect. */
export function mayRunTwice({ annotations }: AnnotatedTool): boolean {
  return annotations?.idempotent === true || annotations?.readOnly === true;
}
