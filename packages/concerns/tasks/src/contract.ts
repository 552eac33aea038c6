import { callsCases, type TaskCallsCase } from './contract/calls-cases.ts';
import { claimCases } from './contract/claim-cases.ts';
import { engineCases, type TaskEngineCase } from './contract/engine-cases.ts';
import { lifetimeCases } from './contract/lifetime-cases.ts';
import { listingCases } from './contract/listing-cases.ts';
import { recordCases } from './contract/record-cases.ts';
import { repeatCases } from './contract/repeat-cases.ts';
import { restartCases } from './contract/restart-cases.ts';
import { slotCases } from './contract/slot-cases.ts';
import type { TaskStoreCase } from './contract/task-store-case.ts';

export { slowedStore, slowness } from './contract/slowed-store.ts';

/** What a runner of tasks relies on, for the tests of a store of your own, with any test runner. */
export const taskStoreContract: readonly TaskStoreCase[] = [
  ...recordCases,
  ...listingCases,
  ...lifetimeCases,
  ...claimCases,
  ...slotCases,
];

/** What workers rely on, for the tests of an engine of your own. */
export const taskEngineContract: readonly TaskEngineCase[] = engineCases;

/** What a store and an engine of yours do together, as several processes have them. */
export const taskCallsContract: readonly TaskCallsCase[] = [...callsCases, ...repeatCases, ...restartCases];
