import { type PrincipalIdentity, principalKey } from '@toolwire/internal';
import type { Provider } from '../provider/provider.ts';
import type { TokenVault } from '../vault/token-vault.ts';
import { requireVault } from '../vault/vault-unavailable.ts';
import { sealTicket, type Ticket } from './pending-sign-in.ts';
import type { Report } from './token-refresher.ts';

/** How long a user has to sign in: ten minutes. */
const signInLinkMs = 10 * 60_000;

/** The URLs of one sign-in of a user. */
export interface SignInLink {
  /** Opens in the user's browser. */
  readonly url: string;
  /** Reports whether the user has signed in (OXP-CH-03). */
  readonly checkUrl: string;
  readonly attemptId: string;
}

interface LinkConfig {
  readonly vault: TokenVault;
  readonly providers: ReadonlyMap<string, Provider>;
  readonly report: Report;
  readonly urlOf: (page: 'start' | 'status') => string;
}

/** Creates the link with which a user signs in at a provider; `undefined` for an unknown provider. */
export async function createSignInLink(
  { vault, providers, report, urlOf }: LinkConfig,
  user: PrincipalIdentity,
  id: string,
  scopes: readonly string[],
): Promise<SignInLink | undefined> {
  const provider = providers.get(id);
  if (provider === undefined) return undefined;
  const owner = principalKey(user);
  const stored = await requireVault(
    vault.find({ owner, provider: id }),
    `The sign-in at '${id}' cannot start`,
    (error) => report(error, `starting a sign-in at '${id}'`),
  );
  const startedAt = Date.now();
  const ticket: Ticket = {
    id: crypto.randomUUID(),
    owner,
    name: user.id,
    provider: id,
    // Requests the granted scopes again, so that they are kept.
    scopes: provider.scopesFor([...(stored?.tokens.scopes ?? []), ...scopes]),
    needed: scopes,
    startedAt,
    expiresAt: startedAt + signInLinkMs,
  };
  const query = `?ticket=${await sealTicket(vault.seal, ticket)}`;
  return { url: urlOf('start') + query, checkUrl: urlOf('status') + query, attemptId: ticket.id };
}
