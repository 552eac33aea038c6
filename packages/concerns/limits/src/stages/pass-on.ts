import type { Outcome } from '@toolwire/core';

/** Settles a promise as the outcome settles, after what has to be done at its end. */
export function passOn(
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
