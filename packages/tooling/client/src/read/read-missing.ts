import type { MissingRequirements } from '../call-result.ts';
import { type Fields, isObject, objectsIn, textOf } from './json-fields.ts';

/** Reads `missing_requirements` (E41), also with earlier names of an authorization (E54). Returns `undefined` if it is empty. */
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

/** Reads a missing token and its sign-in URL. */
export function readChallenge(entry: Fields): { readonly id: string; readonly url?: string } | undefined {
  const id = textOf(entry['id']) ?? textOf(entry['authorization_id']) ?? textOf(entry['provider_id']);
  const url = safePageUrl(entry['url']) ?? safePageUrl(entry['authorization_url']);
  return id === undefined ? undefined : { id, ...(url !== undefined && { url }) };
}

/** Returns a URL that is safe to open: http or https, but not, for example, `javascript:`. */
export function safePageUrl(value: unknown): string | undefined {
  return typeof value === 'string' && /^https?:\/\/[^\s/?#]\S*$/i.test(value) ? value : undefined;
}
