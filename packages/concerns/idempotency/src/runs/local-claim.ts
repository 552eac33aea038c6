import { type MaybePromise, toHex, utf8Key } from '@toolwire/internal';
import type { Claim } from '../idempotency-store.ts';
import type { LocalRun } from './local-run.ts';

/** The claimed key, and the owner that its result counts against. */
export interface OwnedKey {
  readonly key: string;
  readonly owner?: string | undefined;
}

/** The instance that made a claim. */
interface ClaimSource {
  /** Unique across processes. */
  readonly id: string;
}

/**
 * A claim of this process. Its token is built on demand: stores that keep claims don't need it. Its state is public, and not in maps of
 * the classes that change it, because there is a claim for each call.
 */
export class LocalClaim<Value> implements Claim {
  readonly key: string;
  readonly fingerprint: string;
  readonly takeOver: boolean;
  readonly owner: string | undefined;
  /** Compared by identity, because only the instance that made the claim may join its run. */
  readonly source: ClaimSource;
  /** The token of another process's claim that this one waits for. Set by `RemoteRuns`. */
  awaited: string | undefined;
  /** The run that calls with the same key join. Set by `LocalRuns`, and cleared at its end, or a store that keeps claims would keep each result twice. */
  run: LocalRun<Value> | undefined;
  /** Whether the work runs in this process. Set by `KeyedRuns`. */
  isRunningHere: boolean;
  readonly #number: number;

  constructor({ key, owner }: OwnedKey, fingerprint: string, takeOver: boolean, source: ClaimSource, number: number) {
    this.key = key;
    this.fingerprint = fingerprint;
    this.takeOver = takeOver;
    this.owner = owner;
    this.source = source;
    this.awaited = undefined;
    this.run = undefined;
    this.isRunningHere = false;
    this.#number = number;
  }

  get token(): string {
    return `${this.source.id}:${this.#number}`;
  }
}

/** A digest of a shorter text would cost more than it saves. */
const maxFingerprintLength = 4096;

/** Returns a short fingerprint of a claim as it is, and a long one as its SHA-256 digest. */
export function shortenFingerprint(text: string): MaybePromise<string> {
  return text.length <= maxFingerprintLength ? text : digest(text);
}

// WebCrypto digests outside the main thread, at about one gigabyte per second.
async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(utf8Key(text))));
  return `sha256:${toHex(bytes)}`;
}
