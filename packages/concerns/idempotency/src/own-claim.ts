import type { Claim } from './idempotency-store.ts';
import type { KeyedRun } from './keyed-run.ts';

/** Whose claims they are, under an id that no other process has. */
export interface Claimant {
  readonly id: string;
}

/** What is claimed, and whose room its answer takes. */
export interface Keyed {
  readonly key: string;
  readonly owner?: string | undefined;
}

/** A claim of this process. Its token is put together when a store asks for it: one that keeps claims need not. */
export class OwnClaim<Answer> implements Claim {
  readonly key: string;
  readonly fingerprint: string;
  readonly takeOver: boolean;
  readonly owner: string | undefined;
  readonly claimant: Claimant;
  /** The token of somebody else's claim that this one waits for. */
  awaited: string | undefined;
  /** What those who come with the same key meanwhile join; not after the end, or a store that keeps claims would keep answers twice. */
  run: KeyedRun<Answer> | undefined;
  /** Whether the work is done here, and not waited for. */
  isWorkedOn: boolean;
  readonly #number: number;

  constructor({ key, owner }: Keyed, fingerprint: string, takeOver: boolean, claimant: Claimant, number: number) {
    this.key = key;
    this.fingerprint = fingerprint;
    this.takeOver = takeOver;
    this.owner = owner;
    this.claimant = claimant;
    this.awaited = undefined;
    this.run = undefined;
    this.isWorkedOn = false;
    this.#number = number;
  }

  get token(): string {
    return `${this.claimant.id}:${this.#number}`;
  }
}
