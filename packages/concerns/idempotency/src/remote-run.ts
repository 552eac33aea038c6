import type { KeyedWork } from './keyed-work.ts';
import type { LocalClaim } from './local-run.ts';
import type { StoreClient, StoreResult } from './store-client.ts';

const firstWaitMs = 10;
const maxWaitMs = 250;
const waitGrowth = 1.5;

/** Polls the store until a run of another process ends or its callers here leave. Polling can't lose a message. */
export async function waitForRemoteRun<Value>(
  token: string | undefined,
  claim: LocalClaim<Value>,
  work: KeyedWork<Value>,
  client: StoreClient<Value>,
): Promise<StoreResult> {
  claim.awaited = token;
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * waitGrowth, maxWaitMs)) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    if (work.shouldStopWaiting?.() === true || claim.run?.hasNoWaiters === true) {
      return { state: 'unavailable', error: new Error('All callers that waited for this run have left.') };
    }
    const result = await client.claimAgain(claim);
    if (result.state !== 'running') return result;
    claim.awaited = result.token;
  }
}
