import {
  checkNames,
  checkNumber,
  createSeal,
  type NamesOf,
  openJson,
  type Seal,
  type SealKeys,
  StartupError,
  sealJson,
  sha256,
  toolErrorMark,
  wholeMs,
} from '@toolwire/internal';
import type { VaultStore } from './vault-store.ts';

/** The tokens of one user at one provider. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  /** When the access token expires, in milliseconds of `Date.now()`, if known. */
  readonly expiresAt?: number | undefined;
  /** The granted scopes. */
  readonly scopes: readonly string[];
  /** When the user signed in, in milliseconds of `Date.now()`. */
  readonly signedInAt: number;
}

/** Stored tokens, with a revision for `replace()`. */
export interface StoredTokens {
  readonly tokens: Tokens;
  /** The stored, encrypted text. It changes with every write. */
  readonly revision: string;
}

/** Identifies the tokens of one user at one provider. */
export interface TokenKey {
  /** The key of the principal. */
  readonly owner: string;
  readonly provider: string;
}

/** Stores the users' tokens of other services. */
export interface TokenVault {
  find(key: TokenKey): Promise<StoredTokens | undefined>;
  store(key: TokenKey, tokens: Tokens): Promise<void>;
  /** Replaces or deletes tokens unless they have changed since this revision; returns whether it did. */
  replace(key: TokenKey, revision: string, tokens: Tokens | undefined): Promise<boolean>;
  /** Removes and returns tokens. */
  take(key: TokenKey): Promise<Tokens | undefined>;
  /** Claims a name among all processes for a time; returns its release function, or `undefined` if it is taken. */
  claim(name: string, ttlMs: number): Promise<(() => Promise<void>) | undefined>;
  /** Encrypts the state that users carry between two pages. */
  readonly seal: Seal;
}

/** Options of `createTokenVault()`. */
export interface TokenVaultOptions {
  /** The first key encrypts, all keys decrypt; to rotate keys, add a new one in front. */
  readonly keys: SealKeys;
  /** Stores the encrypted tokens, for example `createMemoryVaultStore()`. */
  readonly store: VaultStore;
  /** How long tokens are stored after the last write, which is a sign-in or a refresh; default 90 days. */
  readonly ttlMs?: number | undefined;
}

const optionNames: NamesOf<TokenVaultOptions> = { keys: true, store: true, ttlMs: true };

/** Creates a vault that encrypts tokens and binds them to their key, so that reading or swapping stored values is useless. */
export function createTokenVault(options: TokenVaultOptions): TokenVault {
  checkNames('createTokenVault()', options ?? null, optionNames);
  const { keys, store, ttlMs = 90 * 24 * 60 * 60_000 } = options;
  checkNumber('ttlMs', ttlMs, wholeMs);
  if (typeof store?.read !== 'function') {
    throw new StartupError(
      'TW_OPTION_TYPE',
      'createTokenVault() needs a store for the tokens. Pass one, such as createMemoryVaultStore().',
    );
  }
  const seal = createSeal(keys);
  // Without tokens that can be decrypted, the user has to sign in again.
  const openTokens = (key: string, sealed: string): Promise<Tokens | undefined> => openJson(seal, key, sealed);
  return {
    seal,
    async find(tokenKey) {
      const key = await storeKeyOf(tokenKey);
      const sealed = await store.read(key);
      if (sealed === undefined) return undefined;
      const tokens = await openTokens(key, sealed);
      return tokens && { tokens, revision: sealed };
    },
    async store(tokenKey, tokens) {
      const key = await storeKeyOf(tokenKey);
      await store.write(key, await sealJson(seal, key, tokens), ttlMs);
    },
    async replace(tokenKey, revision, tokens) {
      const key = await storeKeyOf(tokenKey);
      return store.replace(key, revision, tokens && (await sealJson(seal, key, tokens)), ttlMs);
    },
    async take(tokenKey) {
      const key = await storeKeyOf(tokenKey);
      const sealed = await store.take(key);
      return sealed === undefined ? undefined : openTokens(key, sealed);
    },
    async claim(name, claimMs) {
      const [key, claimId] = [await digestOf('claim', name), crypto.randomUUID()];
      return (await store.claim(key, claimId, claimMs)) ? () => store.release(key, claimId) : undefined;
    },
  };
}

function storeKeyOf({ owner, provider }: TokenKey): Promise<string> {
  return digestOf('tokens', owner, provider);
}

/** A digest, so that the store does not see user IDs; encrypted values are bound to it. */
function digestOf(...parts: readonly string[]): Promise<string> {
  return sha256(JSON.stringify(parts));
}

/** The vault is unavailable. A tool may throw this error as it is: its caller gets the message and the retry time. */
class VaultUnavailable extends Error {
  override readonly name = 'VaultUnavailable';
  readonly canRetry = true;
  readonly retryAfterMs = 10_000;

  static {
    Object.defineProperty(VaultUnavailable.prototype, toolErrorMark, { value: true });
  }

  /** `problem` names what can't be done. */
  constructor(problem: string, cause: unknown) {
    super(`${problem} now, because the token store is unavailable.`, { cause });
  }
}

/** Waits for a request to the vault. If it fails, reports the error, and throws a `VaultUnavailable` with this problem. */
export async function requireVault<Result>(
  request: Promise<Result>,
  problem: string,
  report: (error: unknown) => void,
): Promise<Result> {
  try {
    return await request;
  } catch (error) {
    report(error);
    throw new VaultUnavailable(problem, error);
  }
}
