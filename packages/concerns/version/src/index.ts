export { checkDeprecation, type Deprecation } from './deprecation.ts';
export { type DeprecationHeaderOptions, deprecationHeaders } from './deprecation-headers.ts';
export { deprecationNotice } from './deprecation-notice.ts';
export type { Versioned } from './registration.ts';
export type { Resolution, Resolved, Unresolved } from './resolution.ts';
export { createVersionResolver, type VersionResolver, type Visibility } from './resolver.ts';
export { type ParsedToolId, parseToolId } from './tool-id.ts';
export { compareVersions, parseVersion } from './version.ts';
