import { type Fields, present } from '../values/json-values.ts';

/**
 * Returns the name of the field of an Arcade output that holds a required authorization. `authorization` is an earlier name, which
 * readers accept too (E54).
 */
export function authorizationField(output: Fields): 'requires_authorization' | 'authorization' {
  return present(output['requires_authorization']) ? 'requires_authorization' : 'authorization';
}

/** The values of an authorization under each name. Readers use the first valid value. */
interface SignInFields {
  readonly ids: readonly unknown[];
  readonly urls: readonly unknown[];
}

/** Returns the ID and the URL of a required authorization under all of their names, which readers accept (E54). */
export function signInFields(authorization: Fields): SignInFields {
  // The current names.
  const { id, url } = authorization;
  // The names that Arcade's workers use.
  const { authorization_id: workerId, authorization_url: workerUrl } = authorization;
  // The name in listings of Arcade.
  const { provider_id: providerId } = authorization;
  return { ids: [id, workerId, providerId], urls: [url, workerUrl] };
}
