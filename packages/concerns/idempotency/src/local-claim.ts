import type { Claim } from './idempotency-store.ts';
import type { LocalRun } from './local-run.ts';

/** The instance that makes claims, with an ID that is unique across processes. */
export interface ClaimSource {
  readonly id: string;
}

/** The claimed key, and the owner that its result counts against. */
export interface OwnedKey {
  readonly key: string;
  readonly owner?: string | undefined;
}

/** A claim of this process. Its token is built on demand: stores that keep claims don't need it. */
export class LocalClaim<Answer> implements Claim {
  readonly key: string;
  readonly fingerprint: string;
  readonly takeOver: boolean;
  readonly owner: string | undefined;
  readonly source: ClaimSource;
  /** The token of another process's claim that this one waits for. */
  awaited: string | undefined;
  /** The run that calls with the same key join. Cleared at its end, or a store that keeps claims would keep each result twice. */
  run: LocalRun<Answer> | undefined;
  /** Whether the work runs in this process. */
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
