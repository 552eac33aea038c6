import { type PrincipalIdentity, principalKey } from '@toolwire/internal';
import type { Provider } from '../provider/provider.ts';
import { requireVault, type Tokens, type TokenVault } from '../vault/token-vault.ts';
import { ProviderUnreachable, type Report, TokenRefresher } from './token-refresher.ts';

/** A token, or why it is not available. */
export type TokenLookup =
  | { readonly state: 'found'; readonly token: string }
  /** The user has to sign in, or to grant more scopes. */
  | { readonly state: 'absent' }
  /** The provider is unreachable. */
  | { readonly state: 'unreachable' }
  /** The vault is unavailable. */
  | { readonly state: 'vault_unavailable' };

interface UserTokensConfig {
  readonly vault: TokenVault;
  readonly providers: ReadonlyMap<string, Provider>;
  readonly report: Report;
}

/** Finds and deletes the tokens of users. */
export class UserTokens {
  readonly #config: UserTokensConfig;
  readonly #refresher: TokenRefresher;

  constructor(config: UserTokensConfig) {
    this.#config = config;
    this.#refresher = new TokenRefresher(config.vault, config.report);
  }

  /** Finds a valid token with these scopes. */
  async find(user: PrincipalIdentity, id: string, scopes: readonly string[]): Promise<TokenLookup> {
    const { providers, report } = this.#config;
    const provider = providers.get(id);
    if (provider === undefined) return { state: 'absent' };
    try {
      const tokens = await this.#refresher.find({ owner: principalKey(user), provider: id }, provider);
      const isEnough = tokens !== undefined && provider.satisfies(tokens.scopes, scopes);
      return isEnough ? { state: 'found', token: tokens.accessToken } : { state: 'absent' };
    } catch (error) {
      report(error, `finding a token of '${id}'`);
      return { state: error instanceof ProviderUnreachable ? 'unreachable' : 'vault_unavailable' };
    }
  }

  /** Deletes the tokens here, and revokes them at the provider if it has an endpoint for that. */
  async forget(user: PrincipalIdentity, id: string): Promise<'revoked' | 'forgotten' | 'unknown'> {
    const { vault, report } = this.#config;
    const key = { owner: principalKey(user), provider: id };
    const stored = await requireVault(vault.take(key), `The tokens for '${id}' cannot be deleted`, (error) =>
      report(error, `deleting the tokens of '${id}'`),
    );
    const all = [this.#refresher.takeUnstored(key), stored].filter((tokens) => tokens !== undefined);
    if (all.length === 0) return 'unknown';
    try {
      const areRevoked = await Promise.all(all.map((tokens) => this.#revoke(id, tokens)));
      return areRevoked.every(Boolean) ? 'revoked' : 'forgotten';
    } catch (error) {
      report(error, `revoking a token of '${id}'`);
      return 'forgotten';
    }
  }

  async #revoke(id: string, { refreshToken, accessToken }: Tokens): Promise<boolean> {
    return (await this.#config.providers.get(id)?.revoke(refreshToken ?? accessToken)) === true;
  }
}
