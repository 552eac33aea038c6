import { createMemoryIdempotencyStore, type IdempotencyStore } from '@toolwire/idempotency';
import { checkNames, checkNumber, type NamesOf, type SealKeys, StartupError, wholeTimer } from '@toolwire/internal';

/** How calls of tools with `confirm` are confirmed. */
export interface ConfirmOptions {
  /** Encrypt the tokens: the first one encrypts, each one decrypts. Processes that share calls need the same. By default a random key, until the process ends. */
  readonly keys?: SealKeys | undefined;
  /** Stores which tokens were used; `toolwire()` takes the store of `idempotency` by default. Processes that share calls need a shared store. By default in memory. */
  readonly store?: IdempotencyStore | undefined;
  /** How long a token is valid, in milliseconds; by default 5 minutes, or the `ttlMs` of a store that forgets earlier. */
  readonly ttlMs?: number | undefined;
}

const optionNames: NamesOf<ConfirmOptions> = { keys: true, store: true, ttlMs: true };

const defaultTtlMs = 5 * 60_000;

/** The options with their defaults. */
export interface ConfirmSettings {
  /** `undefined` for a random key. */
  readonly keys: SealKeys | undefined;
  readonly store: IdempotencyStore;
  readonly ttlMs: number;
}

/** Checks the options, and adds the defaults. */
export function readConfirmOptions(options: ConfirmOptions = {}): ConfirmSettings {
  checkNames('confirm of createToolServer()', options, optionNames);
  const { keys, store } = options;
  // A used token must not be forgotten before it expires.
  const maxTtlMs = store?.ttlMs ?? Number.POSITIVE_INFINITY;
  const { ttlMs = Math.min(defaultTtlMs, maxTtlMs) } = options;
  checkNumber('confirm.ttlMs', ttlMs, wholeTimer);
  if (keys !== undefined && store === undefined) {
    throw new StartupError(
      'TW_CONFIRM_STORE',
      'confirm.keys needs a store, because each token must work only once in all processes with these keys. Set confirm.store, such as createRedisIdempotencyStore(client).',
    );
  }
  if (ttlMs > maxTtlMs) {
    throw new StartupError(
      'TW_OPTION_NUMBER',
      `confirm.ttlMs must be at most the ttlMs of its store (${maxTtlMs}), got ${ttlMs}.`,
    );
  }
  return { keys, store: store ?? createMemoryIdempotencyStore({ ttlMs }), ttlMs };
}
