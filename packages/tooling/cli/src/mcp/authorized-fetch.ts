import type { FetchLike } from '@modelcontextprotocol/client';
import { fieldsIn, isObject } from '@toolwire/internal';
import { AuthenticationRequired, NotDelivered, requestError } from '../cli-error.ts';
import type { ConnectionSettings } from '../target/connection-settings.ts';
import { checkPrivate, checkSendable } from '../target/credentials.ts';
import type { TimeLimits } from './time-limits.ts';

/**
 * The `fetch` of an MCP connection. It adds the access token or the API key, signs the user in once for all POST requests that need it, and reports
 * whether a failed request may be sent again, which the official transport does not do.
 */
export function createAuthorizedFetch(
  url: URL,
  settings: ConnectionSettings,
  { pauseDuring }: Pick<TimeLimits, 'pauseDuring'>,
): FetchLike {
  const { apiKey, login, signal } = settings;
  let token = settings.token;
  let lastSignIn: Promise<unknown> = Promise.resolve();
  checkPrivate(url, token ?? apiKey ?? (login && 'a token'), settings);
  checkSendable('token', token);
  checkSendable('api-key', apiKey);

  const send: FetchLike = async (target, init = {}) => {
    const headers = new Headers(init.headers);
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    else if (apiKey !== undefined) headers.set('otc-api-key', apiKey);
    const eitherSignal = init.signal ? AbortSignal.any([signal, init.signal]) : signal;
    try {
      return await settings.fetch(String(target), { ...init, headers, signal: eitherSignal });
    } catch (cause) {
      eitherSignal.throwIfAborted();
      throw requestError(`${url.href}: connection failed.`, cause);
    }
  };
  const sendSignedIn: FetchLike = async (target, init) => {
    let usedToken = token;
    let response = await send(target, init);
    let hasSignedIn = false;
    while (isDenied(response) && login !== undefined && !hasSignedIn) {
      const challenge = response.headers.get('www-authenticate') ?? '';
      await response.body?.cancel();
      const signIn = lastSignIn.then(async () => {
        // Another request may have signed in while this one waited.
        if (token !== usedToken) return;
        hasSignedIn = true;
        token = await login.signIn(url, challenge);
      });
      lastSignIn = signIn.catch(() => undefined);
      await pauseDuring(signIn);
      usedToken = token;
      response = await send(target, init);
    }
    return response;
  };
  return async (target, init) => {
    // GET and DELETE follow the POST request that opens a session, so the user is signed in. The transport handles their errors.
    if (init?.method !== 'POST') return send(target, init);
    token ??= await login?.savedToken(url);
    const response = await sendSignedIn(target, init);
    if (isDenied(response)) {
      throw new AuthenticationRequired(
        `${url.href}: authentication required (${response.status}). Pass --token or --api-key, or --auth login to sign in.`,
      );
    }
    if (new Headers(init.headers).has('mcp-session-id') && (await reportsLostSession(response))) {
      throw new NotDelivered(`${url.href}: session expired.`, { isSessionOver: true });
    }
    return response;
  };
}

function isDenied({ status }: Response): boolean {
  return status === 401 || status === 403;
}

/** Whether the session of a request no longer exists. Some servers report this as 400 after a restart. */
async function reportsLostSession(response: Response): Promise<boolean> {
  if (response.status === 404) return true;
  if (response.status !== 400) return false;
  const { error } = fieldsIn(await response.clone().text());
  return isObject(error) && /session|not initialized/i.test(String(error['message']));
}
