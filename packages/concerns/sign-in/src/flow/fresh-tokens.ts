import type { Granted } from '../provider/granted.ts';
import type { Provider } from '../provider/provider.ts';
import { longestRefreshMs } from '../provider/provider-request.ts';
import type { KeptTokens, TokenPlace, Tokens, TokenVault } from '../vault/token-vault.ts';

/** Hears what went wrong and was made up for. */
export type Report = (error: unknown, doing: string) => void;

/** The provider could not be asked, and the token that is there has ended. */
export class ProviderUnreachable extends Error {
  override readonly name: string = 'ProviderUnreachable';
}

/** How often one who waits for the refresh of another process looks again. */
const lookMs = 100;

/** Finds tokens that are good for a while yet, and refreshes others: once, however many calls ask at once. */
export class FreshTokens {
  readonly #vault: TokenVault;
  readonly #aheadMs: number;
  readonly #report: Report;
  readonly #going = new Map<string, Promise<Tokens | undefined>>();

  constructor(vault: TokenVault, aheadMs: number, report: Report) {
    this.#vault = vault;
    this.#aheadMs = aheadMs;
    this.#report = report;
  }

  /** `undefined` where the user has to sign in. */
  async find(place: TokenPlace, provider: Provider): Promise<Tokens | undefined> {
    const kept = await this.#vault.find(place);
    if (kept === undefined || lasts(kept.tokens, this.#aheadMs)) return kept?.tokens;
    if (kept.tokens.refreshToken === undefined) return lasts(kept.tokens, 0) ? kept.tokens : undefined;
    const key = JSON.stringify([place.owner, place.provider]);
    const going = this.#going.get(key);
    if (going !== undefined) return going;
    const refreshing = this.#refresh(place, provider, kept).finally(() => this.#going.delete(key));
    this.#going.set(key, refreshing);
    return refreshing;
  }

  async #refresh(place: TokenPlace, provider: Provider, kept: KeptTokens): Promise<Tokens | undefined> {
    try {
      return await this.#refreshAlone(place, provider, kept);
    } catch (error) {
      this.#report(error, `refreshing a token of '${place.provider}'`);
      if (lasts(kept.tokens, 0)) return kept.tokens;
      throw new ProviderUnreachable(`'${place.provider}' could not be asked for a new token.`, { cause: error });
    }
  }

  /** A refresh token may be good for one use: of all processes, one uses it, and the others take what it has got. */
  async #refreshAlone(place: TokenPlace, provider: Provider, kept: KeptTokens): Promise<Tokens | undefined> {
    const name = JSON.stringify(['refresh', place.owner, place.provider]);
    const end = performance.now() + 2 * longestRefreshMs;
    for (;;) {
      const release = await this.#vault.claim(name, longestRefreshMs);
      try {
        const now = await this.#vault.find(place);
        if (now?.revision !== kept.revision) return now?.tokens;
        if (release !== undefined) return await this.#use(place, provider, kept);
      } finally {
        // Ends by itself where the store is away.
        await release?.().catch((error: unknown) => this.#report(error, 'ending a refresh'));
      }
      if (performance.now() > end) throw new Error('Another process has not ended its refresh.');
      await new Promise((resolve) => setTimeout(resolve, lookMs));
    }
  }

  async #use(place: TokenPlace, provider: Provider, { tokens, revision }: KeptTokens): Promise<Tokens | undefined> {
    const granted = await provider.refresh(tokens.refreshToken ?? '');
    const renewed = granted && { ...tokensOf(granted, tokens), signedInAt: tokens.signedInAt };
    if (await this.#vault.replace(place, revision, renewed)) return renewed;
    // Meanwhile the user has signed in anew, or wants to be forgotten.
    const now = await this.#vault.find(place);
    if (now === undefined && renewed !== undefined) {
      await provider.revoke(renewed.refreshToken ?? renewed.accessToken).catch((error: unknown) => {
        this.#report(error, `revoking a token of '${place.provider}'`);
      });
    }
    return now?.tokens;
  }
}

/** Tokens as they are kept; what the provider does not repeat is as it was. */
export function tokensOf(
  granted: Granted,
  before: Pick<Tokens, 'refreshToken' | 'scopes'>,
): Omit<Tokens, 'signedInAt'> {
  return {
    accessToken: granted.accessToken,
    refreshToken: granted.refreshToken ?? before.refreshToken,
    expiresAt: granted.expiresAt,
    scopes: granted.scopes ?? before.scopes,
  };
}

function lasts({ expiresAt }: Tokens, forMs: number): boolean {
  return expiresAt === undefined || expiresAt - forMs > Date.now();
}
