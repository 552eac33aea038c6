import type { IdempotencyStore } from '@toolwire/idempotency';
import { answersLeaseMs, type DatabaseState, type Operation } from './database.ts';
import type { DatabaseNetwork } from './network.ts';
import type { SimulatedProcess } from './simulated-process.ts';

/** Creates the idempotency store of one process. Its caller limits the time of each operation. */
export function createRemoteAnswers(
  process: SimulatedProcess,
  network: DatabaseNetwork,
  onStored: (text: string) => void,
): IdempotencyStore {
  const send = <Result>(
    name: string,
    key: string,
    apply: (state: DatabaseState) => Result,
    more: Partial<Operation<Result>> = {},
  ): Promise<Result> => network.send(process, { name, key, isWrite: true, apply, ...more });
  return {
    leaseMs: answersLeaseMs,
    claim: (claim) => {
      // A copy: the claim of the process may change later.
      const { key, fingerprint, token, takeOver, owner, awaited } = claim;
      const copy = { key, fingerprint, token, takeOver, owner, awaited };
      return send('claim key', key, ({ answers }) => answers.claim(copy), { whenFull: refuseWhenFull });
    },
    settle: (claim, { retention, text }) =>
      send(`settle ${retention}`, claim.key, ({ answers }) => {
        const settled = answers.settle(claim, { retention, text });
        if (settled === 'settled') onStored(text);
        return settled;
      }),
    release: (claim) => send('release key', claim.key, ({ answers }) => answers.release(claim)),
    abandon: (claim) => send('abandon key', claim.key, ({ answers }) => answers.abandon(claim)),
    renew: (claims) => send('renew keys', claims.map(({ key }) => key).join(), ({ answers }) => answers.renew(claims)),
    cancel: (key) => send('cancel key', key, ({ answers }) => answers.cancel(key)),
    status: (claims) =>
      send('status', claims.map(({ key }) => key).join(), ({ answers }) => answers.status(claims), { isWrite: false }),
  };
}

function refuseWhenFull(): never {
  throw new Error('OOM command not allowed when used memory > maxmemory.');
}
