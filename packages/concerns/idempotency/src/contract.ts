import type { IdempotencyStoreCase } from './contract/case-support.ts';
import { claimCases, takeoverCases } from './contract/claim-cases.ts';
import { capacityCases, resultCases } from './contract/result-cases.ts';
import { cancellationCases, runCases } from './contract/run-cases.ts';
import { statusCases } from './contract/status-cases.ts';

/** Test cases for your own store, for any test runner. */
export const idempotencyStoreContract: readonly IdempotencyStoreCase[] = [
  ...claimCases,
  ...resultCases,
  ...capacityCases,
  ...statusCases,
  ...runCases,
  ...takeoverCases,
  ...cancellationCases,
];
