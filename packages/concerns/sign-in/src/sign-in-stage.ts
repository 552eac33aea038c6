import type { AuthorizationRequirement, Call } from '@toolwire/core';
import type { Exchange, HttpResponse, WireCodec } from '@toolwire/core/wire';
import type { SignInLink } from './flow/sign-in-link.ts';
import type { SignIn, SignInPage } from './sign-in.ts';

/** Why a token or a page is not available, and when to try again. */
interface Unavailable {
  readonly unavailable: string;
  readonly retryAfterMs?: number;
}

/** Resolves the tokens of users; pass it as `requirements` of a server, or to `requirements()` of `@toolwire/auth/stage`. */
export interface SignInRequirements {
  readonly token: (requirement: AuthorizationRequirement, call: Call) => Promise<string | Unavailable | undefined>;
  readonly challenge: (
    requirement: AuthorizationRequirement,
    call: Call,
  ) => Promise<SignInLink | Unavailable | undefined>;
}

/** Returns resolvers for the user's token and the sign-in URL. */
export function signInRequirements(signIn: SignIn): SignInRequirements {
  return {
    async token({ id, oauth2 }, { principal }) {
      if (principal === undefined || !signIn.providers.has(id)) return undefined;
      const lookup = await signIn.token(principal, id, oauth2?.scopes);
      if (lookup.state === 'found') return lookup.token;
      if (lookup.state === 'absent') return undefined;
      return lookup.state === 'unreachable'
        ? { unavailable: `'${id}' is unavailable`, retryAfterMs }
        : vaultUnavailable;
    },
    async challenge({ id, oauth2 }, { principal }) {
      if (!signIn.providers.has(id)) return undefined;
      // An anonymous sign-in could not be assigned to a caller.
      if (principal === undefined) return { unavailable: anonymous };
      // It rejects only while the vault is unavailable, and has reported the error.
      return signIn.begin(principal, id, oauth2?.scopes).catch(() => vaultUnavailable);
    },
  };
}

const retryAfterMs = 10_000;
const vaultUnavailable: Unavailable = { unavailable: 'the token store is unavailable', retryAfterMs };

const anonymous = 'sign-in needs an authenticated caller, and this call has no credentials';

/** Serves the sign-in pages next to the protocols. */
export function signInWire({ pages }: Pick<SignIn, 'pages'>): WireCodec {
  return { name: 'sign-in', routes: pages.map(route) };
}

function route({ path, respond }: SignInPage): WireCodec['routes'][number] {
  return {
    method: 'GET',
    path,
    op: 'any',
    // Browsers open links without API credentials; the ticket and the app's own session identify the user.
    admission: 'own',
    accept: async (request): Promise<Exchange> => ({ op: 'answer', response: await respond(request) }),
    refuse: ({ code, message }): HttpResponse => ({
      status: code === 'method_not_allowed' ? 405 : 400,
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
      body: JSON.stringify({ message }),
    }),
  };
}
