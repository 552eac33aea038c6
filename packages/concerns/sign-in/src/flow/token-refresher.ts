import type { Provider } from '../provider/provider.ts';
import { maxRefreshMs } from '../provider/provider-request.ts';
import type { TokenResponse } from '../provider/token-response.ts';
import type { StoredTokens, TokenKey, Tokens, TokenVault } from '../vault/token-vault.ts';

/** Called with handled errors, for example to log them. */
export type Report = (error: unknown, doing: string) => void;

/** The provider is unreachable, and the stored token has expired. */
export class ProviderUnreachable extends Error {
  override readonly name: string = 'ProviderUnreachable';
}

/** How often to check whether another process has finished its refresh. */
const pollMs = 100;

/** Returns valid tokens, and refreshes expiring ones; concurrent calls share one refresh. */
export class TokenRefresher {
  readonly #vault: TokenVault;
  readonly #aheadMs: number;
  readonly #report: Report;
  readonly #refreshing = new Map<string, Promise<Tokens | undefined>>();

  constructor(vault: TokenVault, aheadMs: number, report: Report) {
    this.#vault = vault;
    this.#aheadMs = aheadMs;
    this.#report = report;
  }

  /** Returns valid tokens, or `undefined` if the user has to sign in. */
  async find(place: TokenKey, provider: Provider): Promise<Tokens | undefined> {
    const stored = await this.#vault.find(place);
    if (stored === undefined || isValidFor(stored.tokens, this.#aheadMs)) return stored?.tokens;
    if (stored.tokens.refreshToken === undefined) return isValidFor(stored.tokens, 0) ? stored.tokens : undefined;
    const key = JSON.stringify([place.owner, place.provider]);
    const pending = this.#refreshing.get(key);
    if (pending !== undefined) return pending;
    const refreshing = this.#refresh(place, provider, stored).finally(() => this.#refreshing.delete(key));
    this.#refreshing.set(key, refreshing);
    return refreshing;
  }

  async #refresh(place: TokenKey, provider: Provider, stored: StoredTokens): Promise<Tokens | undefined> {
    try {
      return await this.#refreshAlone(place, provider, stored);
    } catch (error) {
      this.#report(error, `refreshing a token of '${place.provider}'`);
      if (isValidFor(stored.tokens, 0)) return stored.tokens;
      throw new ProviderUnreachable(`'${place.provider}' could not be asked for a new token.`, { cause: error });
    }
  }

  /** A refresh token may be single-use: one process uses it, and the others read the new tokens. */
  async #refreshAlone(place: TokenKey, provider: Provider, stored: StoredTokens): Promise<Tokens | undefined> {
    const name = JSON.stringify(['refresh', place.owner, place.provider]);
    const end = performance.now() + 2 * maxRefreshMs;
    for (;;) {
      const release = await this.#vault.claim(name, maxRefreshMs);
      try {
        const now = await this.#vault.find(place);
        if (now?.revision !== stored.revision) return now?.tokens;
        if (release !== undefined) return await this.#use(place, provider, stored);
      } finally {
        // The claim expires if the store is unavailable.
        await release?.().catch((error: unknown) => this.#report(error, 'ending a refresh'));
      }
      if (performance.now() > end) throw new Error('Another process has not ended its refresh.');
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }

  async #use(place: TokenKey, provider: Provider, { tokens, revision }: StoredTokens): Promise<Tokens | undefined> {
    const granted = await provider.refresh(tokens.refreshToken ?? '');
    const renewed = granted && { ...tokensOf(granted, tokens), signedInAt: tokens.signedInAt };
    if (await this.#vault.replace(place, revision, renewed)) return renewed;
    // Meanwhile the user has signed in again, or has removed the tokens.
    const now = await this.#vault.find(place);
    if (now === undefined && renewed !== undefined) {
      await provider.revoke(renewed.refreshToken ?? renewed.accessToken).catch((error: unknown) => {
        this.#report(error, `revoking a token of '${place.provider}'`);
      });
    }
    return now?.tokens;
  }
}

/** Returns the tokens to store; fields that the provider omits keep their values. */
export function tokensOf(
  granted: TokenResponse,
  before: Pick<Tokens, 'refreshToken' | 'scopes'>,
): Omit<Tokens, 'signedInAt'> {
  return {
    accessToken: granted.accessToken,
    refreshToken: granted.refreshToken ?? before.refreshToken,
    expiresAt: granted.expiresAt,
    scopes: granted.scopes ?? before.scopes,
  };
}

function isValidFor({ expiresAt }: Tokens, forMs: number): boolean {
  return expiresAt === undefined || expiresAt - forMs > Date.now();
}
