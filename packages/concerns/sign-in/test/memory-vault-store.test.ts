import { describe, it } from 'vitest';
import { vaultStoreContract } from '../src/contract.ts';
import { createMemoryVaultStore } from '../src/index.ts';

describe('the vault store in memory', () => {
  it.each(vaultStoreContract)('$title', async ({ run }) => {
    const store = createMemoryVaultStore();
    await run({ make: () => store });
  });
});
