import type { Outcome } from '@toolwire/core';

/** Resolves or rejects with the outcome, after `finish`. */
export function settleWith(
  outcome: Promise<Outcome>,
  finish: () => void,
  resolve: (outcome: Outcome) => void,
  reject: (thrown: unknown) => void,
): void {
  outcome.then(
    (settled) => {
      finish();
      resolve(settled);
    },
    (thrown: unknown) => {
      finish();
      reject(thrown);
    },
  );
}
