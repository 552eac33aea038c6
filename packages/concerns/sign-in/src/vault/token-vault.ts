import {
  checkNames,
  checkNumber,
  createSeal,
  type NamesOf,
  type Seal,
  type SealKeys,
  toBase64Url,
  wholeMs,
} from '@toolwire/internal';
import type { VaultStore } from './vault-store.ts';

/** The tokens of one user at one provider. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  /** When the access token ends, in milliseconds of `Date.now()`; left out, the provider has not said. */
  readonly expiresAt?: number | undefined;
  /** What they were granted for. */
  readonly scopes: readonly string[];
  /** When the user has signed in, in milliseconds of `Date.now()`. */
  readonly signedInAt: number;
}

/** Tokens as they were found. */
export interface KeptTokens {
  readonly tokens: Tokens;
  /** Changes whenever they do. */
  readonly revision: string;
}

/** Whose tokens, and at which provider. */
export interface TokenPlace {
  /** One text for each principal. */
  readonly owner: string;
  readonly provider: string;
}

/** Keeps the tokens of users at other services. */
export interface TokenVault {
  find(place: TokenPlace): Promise<KeptTokens | undefined>;
  keep(place: TokenPlace, tokens: Tokens): Promise<void>;
  /** Keeps new tokens, or none, where those of this revision still are; tells whether they were. */
  replace(place: TokenPlace, revision: string, tokens: Tokens | undefined): Promise<boolean>;
  /** Takes tokens away, and answers them. */
  take(place: TokenPlace): Promise<Tokens | undefined>;
  /** Claims a name for one, of all processes, and for a time; answers how to give it back, or `undefined` where another has it. */
  claim(name: string, forMs: number): Promise<(() => Promise<void>) | undefined>;
  /** Seals what users carry between two pages. */
  readonly seal: Seal;
}

/** With which keys tokens are sealed, and where they are kept. */
export interface TokenVaultOptions {
  /** The first key seals, every one of them opens; to change it, put a new one in front. */
  readonly keys: SealKeys;
  /** Where encrypted tokens are kept, such as `createMemoryVaultStore()`. */
  readonly store: VaultStore;
  /** How long tokens are kept that nobody uses; 90 days if left out. */
  readonly keepMs?: number | undefined;
}

const optionNames: NamesOf<TokenVaultOptions> = { keys: true, store: true, keepMs: true };

/** Makes a vault that encrypts before it keeps: whoever reads the store, or exchanges what is in it, learns and gains nothing. */
export function createTokenVault(options: TokenVaultOptions): TokenVault {
  checkNames('createTokenVault()', options, optionNames);
  const { keys, store, keepMs = 90 * 24 * 60 * 60_000 } = options;
  checkNumber('keepMs', keepMs, wholeMs);
  const seal = createSeal(keys);
  const read = async (key: string, sealed: string | undefined): Promise<Tokens | undefined> => {
    const text = sealed === undefined ? undefined : await seal.open(key, sealed);
    // Sealed by a key that is gone, or changed by somebody: as good as none, and the user is asked again.
    return text === undefined ? undefined : (JSON.parse(text) as Tokens);
  };
  return {
    seal,
    async find(place) {
      const key = await keyOf('tokens', place.owner, place.provider);
      const revision = await store.read(key);
      const tokens = await read(key, revision);
      return revision === undefined || tokens === undefined ? undefined : { tokens, revision };
    },
    async keep(place, tokens) {
      const key = await keyOf('tokens', place.owner, place.provider);
      await store.write(key, await seal.seal(key, JSON.stringify(tokens)), keepMs);
    },
    async replace(place, revision, tokens) {
      const key = await keyOf('tokens', place.owner, place.provider);
      return store.replace(key, revision, tokens && (await seal.seal(key, JSON.stringify(tokens))), keepMs);
    },
    async take(place) {
      const key = await keyOf('tokens', place.owner, place.provider);
      return read(key, await store.take(key));
    },
    async claim(name, forMs) {
      const [key, token] = [await keyOf('claim', name), crypto.randomUUID()];
      return (await store.claim(key, token, forMs)) ? () => store.release(key, token) : undefined;
    },
  };
}

/** A digest, so that a store learns nothing of who its users are; also the place for which a text is sealed. */
async function keyOf(...parts: readonly string[]): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(parts)));
  return toBase64Url(new Uint8Array(bytes));
}
