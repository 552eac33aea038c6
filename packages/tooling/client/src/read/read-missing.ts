import { type Fields, isHttpUrl, isObject, listOf, signInFields, textOf } from '@toolwire/internal';
import type { MissingRequirements } from '../call-result.ts';

/** Reads `missing_requirements` (E41), also with earlier names of an authorization (E54). Returns `undefined` if it is empty. */
export function readMissing(fields: Fields | undefined): MissingRequirements | undefined {
  const missing = fields?.['missing_requirements'];
  if (!isObject(missing)) return undefined;
  const authorization = listOf(missing['authorization'])
    .filter(isObject)
    .flatMap((entry) => readChallenge(entry) ?? []);
  const secrets = listOf(missing['secrets'])
    .filter(isObject)
    .map(({ id }) => textOf(id))
    .flatMap((id) => (id === undefined ? [] : { id }));
  const userId = missing['user_id'] === true;
  if (authorization.length === 0 && secrets.length === 0 && !userId) return undefined;
  return {
    ...(authorization.length > 0 && { authorization }),
    ...(secrets.length > 0 && { secrets }),
    ...(userId && { userId }),
  };
}

/** Reads a missing token and its sign-in URL. */
export function readChallenge(entry: Fields): { readonly id: string; readonly url?: string } | undefined {
  const { ids, urls } = signInFields(entry);
  const id = ids.map(textOf).find((text) => text !== undefined);
  const url = urls.find(isHttpUrl);
  return id === undefined ? undefined : { id, ...(url !== undefined && { url }) };
}
