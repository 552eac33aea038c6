import { runCases } from './contract/run-cases.ts';
import type { IdempotencyStoreCase } from './contract/store-case.ts';
import { storeCases } from './contract/store-cases.ts';

export type { IdempotencyStoreCase, IdempotencyStoreSubject } from './contract/store-case.ts';

/** What keyed runs rely on, for the tests of a store of your own, with any test runner. */
export const idempotencyStoreContract: readonly IdempotencyStoreCase[] = [...storeCases, ...runCases];
