export { createSecretMask } from '@toolwire/internal';
export { type DescribedThrown, describeThrown } from './describe-thrown.ts';
export { type EncodedFailure, encodeFailure } from './encode-failure.ts';
export { mapError } from './map-error.ts';
export { isToolError, RetryableToolError, ToolError, type ToolErrorOptions } from './tool-error.ts';
export type { ToolFailure } from './tool-failure.ts';
