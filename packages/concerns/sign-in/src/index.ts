export { createMemoryVaultStore } from './vault/memory-vault-store.ts';
export type { Seal } from './vault/seal.ts';
export {
  createTokenVault,
  type KeptTokens,
  type TokenPlace,
  type Tokens,
  type TokenVault,
  type TokenVaultOptions,
} from './vault/token-vault.ts';
export type { VaultKey, VaultKeys } from './vault/vault-keys.ts';
export type { VaultStore } from './vault/vault-store.ts';
