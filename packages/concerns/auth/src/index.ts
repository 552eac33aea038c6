export { anyOf } from './any-of.ts';
export { type ApiKeyOptions, apiKey } from './api-key.ts';
export { type Authentication, authenticate } from './authenticate.ts';
export { type BearerToken, readBearerToken } from './bearer-token.ts';
export { couldNotBeChecked } from './could-not-be-checked.ts';
export { type Exposure, exposureWarning } from './exposure.ts';
export type { ApiKey, ApiKeys } from './known-keys.ts';
export type { MaybePromise } from './maybe-promise.ts';
export {
  type GivenContext,
  type LackingRequirements,
  missingRequirements,
  type NeededRequirements,
} from './missing-requirements.ts';
export { noAuthentication } from './no-authentication.ts';
export type { Principal } from './principal.ts';
export { hasScopes, type ScopeHolder, type ScopeSatisfies, scopesOfClaims } from './scopes.ts';
export type { Credentials, RefusedToken, Rejected, Verified, Verifier } from './verifier.ts';
