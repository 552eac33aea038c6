import type { ConnectionSettings } from './connection-settings.ts';
import type { TimeLimit } from './time-limit.ts';

/** The token that a connection sends. */
interface AccessToken {
  readonly current: () => string | undefined;
  /** Takes up what an earlier command has left. */
  readonly load: () => Promise<void>;
  /** Posts, and again where that is refused: once another request has signed in, and after a sign-in of its own. */
  readonly send: (post: () => Promise<Response>, { during }: Pick<TimeLimit, 'during'>) => Promise<Response>;
}

/** Whether a server wants to know who calls, or more of whom it knows. */
export function isRefused({ status }: Response): boolean {
  return status === 401 || status === 403;
}

/** Holds the token of a connection, and signs its user in once, however many requests are refused at once. */
export function createAccessToken(url: URL, { token: given, login }: ConnectionSettings): AccessToken {
  let token = given;
  let turn: Promise<unknown> = Promise.resolve();
  return {
    current: () => token,
    async load() {
      token ??= await login?.saved(url);
    },
    async send(post, { during }) {
      let used = token;
      let response = await post();
      let hasSignedIn = false;
      while (isRefused(response) && login !== undefined && !hasSignedIn) {
        const challenge = response.headers.get('www-authenticate') ?? '';
        await response.body?.cancel();
        const fresh = turn.then(async () => {
          // Another request has signed in while this one waited: that may be all that it takes.
          if (token !== used) return;
          hasSignedIn = true;
          token = await login.signIn(url, challenge);
        });
        turn = fresh.catch(() => undefined);
        await during(fresh);
        used = token;
        response = await post();
      }
      return response;
    },
  };
}
