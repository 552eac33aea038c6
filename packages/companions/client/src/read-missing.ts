import type { MissingRequirements } from './call-result.ts';
import { type Fields, isObject, objectsIn, textOf } from './json-shape.ts';
import { pageAddress } from './page-address.ts';

/**
 * Reads `missing_requirements` (E41), with the names that earlier dialects had for an authorization (E54); nothing where it names
 * nothing.
 */
export function readMissing(fields: Fields | undefined): MissingRequirements | undefined {
  const missing = fields?.['missing_requirements'];
  if (!isObject(missing)) return undefined;
  const authorization = objectsIn(missing['authorization']).flatMap((entry) => readChallenge(entry) ?? []);
  const secrets = objectsIn(missing['secrets']).flatMap(({ id }) =>
    textOf(id) === undefined ? [] : { id: String(id) },
  );
  const userId = missing['user_id'] === true;
  if (authorization.length === 0 && secrets.length === 0 && !userId) return undefined;
  return {
    ...(authorization.length > 0 && { authorization }),
    ...(secrets.length > 0 && { secrets }),
    ...(userId && { userId }),
  };
}

/** Reads whose token is missing, and where a user can sign in. */
export function readChallenge(entry: Fields): { readonly id: string; readonly url?: string } | undefined {
  const id = textOf(entry['id']) ?? textOf(entry['authorization_id']) ?? textOf(entry['provider_id']);
  const url = pageAddress(entry['url']) ?? pageAddress(entry['authorization_url']);
  return id === undefined ? undefined : { id, ...(url !== undefined && { url }) };
}
