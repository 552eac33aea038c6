import { claimCases } from './contract/claim-cases.ts';
import type { VaultStoreCase } from './contract/store-case.ts';
import { textCases } from './contract/text-cases.ts';
import { vaultCases } from './contract/vault-cases.ts';

/** Contract tests for a custom vault store, for any test runner. */
export const vaultStoreContract: readonly VaultStoreCase[] = [...textCases, ...claimCases, ...vaultCases];
