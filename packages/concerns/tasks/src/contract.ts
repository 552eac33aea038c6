import { callsCases, repeatCases } from './contract/calls-cases.ts';
import { claimCases, type LostClaimCase, lostClaimCases } from './contract/claim-cases.ts';
import { engineCases, type TaskEngineCase } from './contract/engine-cases.ts';
import { limitCases } from './contract/limit-cases.ts';
import { listingCases } from './contract/listing-cases.ts';
import { lifetimeCases, recordCases } from './contract/record-cases.ts';
import { slotCases } from './contract/slot-cases.ts';
import type { TaskCallsCase } from './contract/task-calls-case.ts';
import type { TaskStoreCase } from './contract/task-store-case.ts';

export { slowedStore } from './contract/slowed-store.ts';

/** The requirements of a task store, for tests of your store with any test runner. */
export const taskStoreContract: readonly TaskStoreCase[] = [
  ...recordCases,
  ...listingCases,
  ...lifetimeCases,
  ...claimCases,
  ...slotCases,
];

/** The requirements of a store on a network, whose clients may lose the response of a claim. */
export const lostClaimContract: readonly LostClaimCase[] = lostClaimCases;

/** The requirements of a task engine. */
export const taskEngineContract: readonly TaskEngineCase[] = engineCases;

/** The requirements of a store together with an engine, in several processes. */
export const taskCallsContract: readonly TaskCallsCase[] = [...callsCases, ...limitCases, ...repeatCases];
