import type { Provider } from '../provider/provider.ts';
import { maxRefreshMs } from '../provider/provider-request.ts';
import { tokensOf } from '../provider/provider-response.ts';
import type { StoredTokens, TokenKey, Tokens, TokenVault } from '../vault/token-vault.ts';

/** Called with handled errors, for example to log them. */
export type Report = (error: unknown, action: string) => void;

/** The provider did not return a new token. */
export class ProviderUnreachable extends Error {
  override readonly name: string = 'ProviderUnreachable';
}

/** How long before its expiry a token is refreshed. */
const refreshAheadMs = 60_000;

/** How often to check whether another process has finished its refresh. */
const pollMs = 100;

/** The largest number of renewed tokens in memory; beyond, the oldest are dropped. */
const maxUnstored = 10_000;

/** Returns valid tokens, and refreshes expiring ones; concurrent calls share one refresh. */
export class TokenRefresher {
  readonly #vault: TokenVault;
  readonly #report: Report;
  readonly #refreshing = new Map<string, Promise<Tokens | undefined>>();
  /** Renewed tokens that could not be stored, by user and provider. The refresh token that they replace may work only once. */
  readonly #unstored = new Map<string, StoredTokens>();

  constructor(vault: TokenVault, report: Report) {
    this.#vault = vault;
    this.#report = report;
  }

  /** Returns valid tokens, or `undefined` if the user has to sign in. */
  async find(key: TokenKey, provider: Provider): Promise<Tokens | undefined> {
    const stored = await this.#vault.find(key);
    if (stored === undefined || isValidFor(stored.tokens, refreshAheadMs)) return stored?.tokens;
    if (stored.tokens.refreshToken === undefined) return isValidFor(stored.tokens, 0) ? stored.tokens : undefined;
    const id = idOf(key);
    const pending = this.#refreshing.get(id);
    if (pending !== undefined) return pending;
    const refreshing = this.#refresh(key, provider, stored).finally(() => this.#refreshing.delete(id));
    this.#refreshing.set(id, refreshing);
    return refreshing;
  }

  /** Removes and returns renewed tokens that could not be stored. */
  takeUnstored(key: TokenKey): Tokens | undefined {
    const unstored = this.#unstored.get(idOf(key));
    this.#unstored.delete(idOf(key));
    return unstored?.tokens;
  }

  async #refresh(key: TokenKey, provider: Provider, stored: StoredTokens): Promise<Tokens | undefined> {
    try {
      return await this.#refreshOnce(key, provider, stored);
    } catch (error) {
      if (!isValidFor(stored.tokens, 0)) throw error;
      this.#report(error, `refreshing a token of '${key.provider}'`);
      return stored.tokens;
    }
  }

  /** A refresh token may be single-use: one process uses it, and other processes read the new tokens. */
  async #refreshOnce(key: TokenKey, provider: Provider, stored: StoredTokens): Promise<Tokens | undefined> {
    const unstored = this.#unstored.get(idOf(key));
    // After another sign-in, the tokens of the earlier one are of no use.
    const renewed = unstored?.revision === stored.revision ? unstored.tokens : undefined;
    if (renewed !== undefined && isValidFor(renewed, refreshAheadMs)) {
      return this.#store(key, provider, stored.revision, renewed);
    }
    const claimName = JSON.stringify(['refresh', key.owner, key.provider]);
    const deadline = performance.now() + 2 * maxRefreshMs;
    for (;;) {
      const release = await this.#vault.claim(claimName, maxRefreshMs);
      try {
        const current = await this.#vault.find(key);
        if (current?.revision !== stored.revision) return current?.tokens;
        if (release !== undefined) {
          return await this.#useRefreshToken(key, provider, stored.revision, renewed ?? stored.tokens);
        }
      } finally {
        // The claim expires if the store is unavailable.
        await release?.().catch((error: unknown) => this.#report(error, 'releasing a refresh claim'));
      }
      if (performance.now() > deadline) {
        throw new ProviderUnreachable('Another process did not finish its refresh in time.');
      }
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }

  async #useRefreshToken(
    key: TokenKey,
    provider: Provider,
    revision: string,
    tokens: Tokens,
  ): Promise<Tokens | undefined> {
    const granted = await provider.refresh(tokens.refreshToken ?? '').catch((error: unknown) => {
      throw new ProviderUnreachable(`'${key.provider}' did not return a new token.`, { cause: error });
    });
    const renewed = granted && { ...tokensOf(granted, tokens), signedInAt: tokens.signedInAt };
    return this.#store(key, provider, revision, renewed);
  }

  /** Stores renewed tokens, or deletes rejected ones. Returns the tokens to use. */
  async #store(
    key: TokenKey,
    provider: Provider,
    revision: string,
    renewed: Tokens | undefined,
  ): Promise<Tokens | undefined> {
    try {
      const isStored = await this.#vault.replace(key, revision, renewed);
      this.#unstored.delete(idOf(key));
      if (isStored) return renewed;
    } catch (error) {
      if (renewed === undefined) throw error;
      this.#rememberUnstored(key, { revision, tokens: renewed });
      this.#report(error, `storing a token of '${key.provider}'`);
      return renewed;
    }
    // Meanwhile the user has signed in again, or has removed the tokens.
    const current = await this.#vault.find(key);
    if (current === undefined && renewed !== undefined) {
      await provider.revoke(renewed.refreshToken ?? renewed.accessToken).catch((error: unknown) => {
        this.#report(error, `revoking a token of '${key.provider}'`);
      });
    }
    return current?.tokens;
  }

  #rememberUnstored(key: TokenKey, renewed: StoredTokens): void {
    this.#unstored.set(idOf(key), renewed);
    const [oldest] = this.#unstored.keys();
    if (oldest !== undefined && this.#unstored.size > maxUnstored) this.#unstored.delete(oldest);
  }
}

function idOf({ owner, provider }: TokenKey): string {
  return JSON.stringify([owner, provider]);
}

function isValidFor({ expiresAt }: Tokens, ms: number): boolean {
  return expiresAt === undefined || expiresAt - ms > Date.now();
}
