import { claimCases } from './contract/claim-cases.ts';
import type { VaultStoreCase } from './contract/store-case.ts';
import { textCases } from './contract/text-cases.ts';
import { vaultCases } from './contract/vault-cases.ts';

export type { VaultStoreCase, VaultStoreSubject } from './contract/store-case.ts';

/** What a token vault relies on, for the tests of a store of your own, with any test runner. */
export const vaultStoreContract: readonly VaultStoreCase[] = [...textCases, ...claimCases, ...vaultCases];
