import { type Fields, isObject, listOf, present, stringsOf } from '../values/json-values.ts';

/** A provider whose token a tool requires. */
interface ListedAuthorization {
  readonly id: string;
  readonly oauth2?: { readonly scopes?: readonly string[] };
}

/** The requirements of a tool, as a server lists them. */
interface ListedRequirements {
  readonly authorization?: readonly ListedAuthorization[];
  readonly secrets?: readonly { readonly id: string }[];
  readonly userId?: boolean;
}

/** Reads the requirements of a listed tool. A requirement without an ID cannot be met, so it is skipped (E46). */
export function readRequirements(
  value: unknown,
  onSkipped: () => void = () => undefined,
): ListedRequirements | undefined {
  if (!isObject(value)) return undefined;
  const { authorization, secrets, user_id: userId } = value;
  const withId = (list: unknown): readonly Fields[] =>
    listOf(list).filter((entry): entry is Fields => {
      if (!isObject(entry)) return false;
      const { id } = entry;
      const isNamed = typeof id === 'string' && id.trim() !== '';
      if (!isNamed) onSkipped();
      return isNamed;
    });
  return {
    ...(present(authorization) && { authorization: withId(authorization).map(readAuthorization) }),
    ...(present(secrets) && { secrets: withId(secrets).map(({ id }) => ({ id: String(id) })) }),
    ...(typeof userId === 'boolean' && { userId }),
  };
}

/** Reads a provider, with the scopes that its token needs. */
export function readAuthorization({ id, oauth2 }: Fields): ListedAuthorization {
  if (!isObject(oauth2)) return { id: String(id) };
  const { scopes } = oauth2;
  return { id: String(id), oauth2: Array.isArray(scopes) ? { scopes: stringsOf(scopes) } : {} };
}

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

/** The tool of every server with uploads: it returns the URL for the bytes of a file. */
export const uploadToolId = 'Files.CreateUpload';

/** The pattern of a parameter that takes an uploaded file. Clients recognize the parameter by it. */
export const uploadPattern = '^upload:[A-Za-z0-9_-]+$';

// Without a call of `toolName()`, which bundlers would keep for every import of this file.
/**
 * How a model or a program uploads the file of a parameter, in the description of the parameter. Clients of Arcade, which has no
 * patterns, recognize the parameter by it.
 */
export const uploadInstructions =
  'An uploaded file: call Files_CreateUpload first, send the bytes to the url that it returns, and pass its file here, such as upload:….';
