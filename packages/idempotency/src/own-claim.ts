import type { Claim } from './idempotency-store.ts';
import type { KeyedResult } from './keyed-work.ts';

/** Whose claims they are, under an id that no other process has. */
export interface Claimant {
  readonly id: string;
}

/** A claim of this process. Its token is put together when a store asks for it: one that keeps claims need not. */
export class OwnClaim<Answer> implements Claim {
  readonly key: string;
  readonly fingerprint: string;
  readonly takeOver: boolean;
  readonly claimant: Claimant;
  /** What those who come with the same key meanwhile are given; not after the end, or a store that keeps claims would keep answers twice. */
  result: Promise<KeyedResult<Answer>> | undefined;
  readonly #number: number;

  constructor(key: string, fingerprint: string, takeOver: boolean, claimant: Claimant, number: number) {
    this.key = key;
    this.fingerprint = fingerprint;
    this.takeOver = takeOver;
    this.claimant = claimant;
    this.result = undefined;
    this.#number = number;
  }

  get token(): string {
    return `${this.claimant.id}:${this.#number}`;
  }
}

/** The same claim, waiting for the end of another one. */
export function waitingFor(awaited: string, { key, fingerprint, token, takeOver }: Claim): Claim {
  return { key, fingerprint, token, takeOver, awaited };
}
