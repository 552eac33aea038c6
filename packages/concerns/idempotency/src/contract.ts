import { cancellationCases } from './contract/cancellation-cases.ts';
import { capacityCases } from './contract/capacity-cases.ts';
import type { IdempotencyStoreCase } from './contract/case-support.ts';
import { claimCases } from './contract/claim-cases.ts';
import { resultCases } from './contract/result-cases.ts';
import { runCases } from './contract/run-cases.ts';
import { statusCases } from './contract/status-cases.ts';
import { takeoverCases } from './contract/takeover-cases.ts';

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
