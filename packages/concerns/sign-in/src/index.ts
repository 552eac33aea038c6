export type { Seal, SealKey as VaultKey, SealKeys as VaultKeys } from '@toolwire/internal';
export type { ProviderOptions } from './provider/provider-options.ts';
export { createSignIn, type SignIn } from './sign-in.ts';
export type { SignInOptions } from './sign-in-options.ts';
export { createTokenVault, type Tokens, type TokenVault, type TokenVaultOptions } from './vault/token-vault.ts';
export { createMemoryVaultStore, type VaultStore } from './vault/vault-store.ts';
