import { answerCases } from './contract/answer-cases.ts';
import { claimCases } from './contract/claim-cases.ts';
import { newsCases } from './contract/news-cases.ts';
import { roomCases } from './contract/room-cases.ts';
import { runCases } from './contract/run-cases.ts';
import type { IdempotencyStoreCase } from './contract/store-case.ts';

export type {
  IdempotencyStoreCase,
  IdempotencyStoreCaseOptions,
  IdempotencyStoreSubject,
} from './contract/store-case.ts';

/** What keyed runs rely on, for the tests of a store of your own, with any test runner. */
export const idempotencyStoreContract: readonly IdempotencyStoreCase[] = [
  ...claimCases,
  ...answerCases,
  ...roomCases,
  ...newsCases,
  ...runCases,
];
