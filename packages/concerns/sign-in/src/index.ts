export type { Seal, SealKey as VaultKey, SealKeys as VaultKeys } from '@toolwire/internal';
export type { Report } from './flow/fresh-tokens.ts';
export type { PageRequest, PageResponse, Person } from './pages/page.ts';
export type { UnknownVisitors } from './pages/page-parts.ts';
export type { Fetch, FetchInit } from './provider/limited-fetch.ts';
export type { ProviderEndpoints, ProviderOptions } from './provider/provider-options.ts';
export { createSignIn, type FoundToken, type SignIn, type SignInAddress, type SignInPage } from './sign-in.ts';
export type { SignInOptions } from './sign-in-options.ts';
export { createMemoryVaultStore } from './vault/memory-vault-store.ts';
export {
  createTokenVault,
  type KeptTokens,
  type TokenPlace,
  type Tokens,
  type TokenVault,
  type TokenVaultOptions,
} from './vault/token-vault.ts';
export type { VaultStore } from './vault/vault-store.ts';
