export type { MaybePromise } from '@toolwire/internal';
export { anyOf } from './any-of.ts';
export { type ApiKeyOptions, apiKey } from './api-key.ts';
export { type Authentication, authenticate, exposureWarning } from './authenticate.ts';
export { type BearerToken, readBearerToken } from './bearer-token.ts';
export { missingRequirements } from './missing-requirements.ts';
export { hasScopes, type ScopeSatisfies } from './scopes.ts';
export type { Credentials, Principal, Verified, Verifier } from './verifier.ts';
export { isVerificationUnavailable } from './verifier.ts';
