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
