import type { KeyedWork } from './keyed-work.ts';
import type { LocalClaim } from './local-claim.ts';
import type { StoreClient, StoreResult } from './store-client.ts';

const firstWaitMs = 10;
const maxWaitMs = 250;
const waitGrowth = 1.5;

/** Waits for runs of other processes, or of another server in this process. */
export class RemoteRuns<Value> {
  readonly #client: StoreClient<Value>;

  constructor(client: StoreClient<Value>) {
    this.#client = client;
  }

  /** Polls the store until the run ends, its callers leave, or the work stops waiting. Polling can't lose a message. */
  async waitFor(token: string | undefined, claim: LocalClaim<Value>, work: KeyedWork<Value>): Promise<StoreResult> {
    claim.awaited = token;
    for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * waitGrowth, maxWaitMs)) {
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      if (work.shouldStopWaiting?.() === true || claim.run?.hasNoWaiters === true) return stoppedWaiting();
      const result = await this.#client.claimAgain(claim);
      if (result.state !== 'running') return result;
      claim.awaited = result.token;
    }
  }
}

function stoppedWaiting(): StoreResult {
  return { state: 'unavailable', error: new Error('This process no longer waits for the run of another process.') };
}
