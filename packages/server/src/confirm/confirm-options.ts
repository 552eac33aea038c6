import type { Logger, Tool } from '@toolwire/core';
import { createMemoryIdempotencyStore, type IdempotencyStore } from '@toolwire/idempotency';
import { checkNames, checkNumber, type NamesOf, type SealKeys, StartUpError, wholeTimer } from '@toolwire/internal';

/** How calls of tools with `confirm` are confirmed. */
export interface ConfirmOptions {
  /** Encrypt the tokens: the first one encrypts, each one decrypts. Processes that share calls need the same. By default a random key, until the process ends. */
  readonly keys?: SealKeys | undefined;
  /** Stores which tokens were used; `toolwire()` takes the store of `idempotency` by default. Processes that share calls need a shared store. By default in memory. */
  readonly store?: IdempotencyStore | undefined;
  /** How long a token is valid, in milliseconds; 5 minutes by default. */
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
  const { keys, store, ttlMs = defaultTtlMs } = options;
  checkNumber('confirm.ttlMs', ttlMs, wholeTimer);
  if (keys !== undefined && store === undefined) {
    throw new StartUpError(
      'TW_CONFIRM_STORE',
      'confirm.keys needs a store, because each token must work only once in all processes with these keys. Set confirm.store, such as createRedisIdempotencyStore(client).',
    );
  }
  // A used token must not be forgotten before it expires.
  if (store?.ttlMs !== undefined && ttlMs > store.ttlMs) {
    throw new StartUpError(
      'TW_OPTION_NUMBER',
      `confirm.ttlMs must be at most the ttlMs of its store (${store.ttlMs}), got ${ttlMs}.`,
    );
  }
  return { keys, store: store ?? createMemoryIdempotencyStore({ ttlMs }), ttlMs };
}

/** The store that calls need at startup: none if no tool has `confirm`. */
export function confirmStoreOf(
  options: ConfirmOptions | undefined,
  tools: readonly Tool[],
): IdempotencyStore | undefined {
  return tools.some(({ confirm }) => confirm !== undefined) ? options?.store : undefined;
}

/** Logs that another process would not accept the tokens of this one, if it seems that there are several. */
export function warnOfMissingKeys(options: ConfirmOptions | undefined, tools: readonly Tool[], logger: Logger): void {
  const tool = tools.find(({ confirm }) => confirm !== undefined);
  if (tool === undefined || options?.keys !== undefined || options?.store === undefined) return;
  logger.warn(
    { toolId: `${tool.id}@${tool.version}` },
    "Only this process accepts its confirmation tokens, until it ends. If several processes serve the tools, set confirm: { keys: [{ id: '2026-11', key: process.env.CONFIRM_KEY }] }, the same in each.",
  );
}
