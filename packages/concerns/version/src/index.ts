export { type Deprecation, deprecationNotice } from './deprecation.ts';
export { type DeprecationHeaderOptions, deprecationHeaders } from './deprecation-headers.ts';
export { compareVersions } from './sort-versions.ts';
export { type ParsedToolId, parseToolId } from './tool-id.ts';
export { createVersionResolver, type VersionResolver } from './version-resolver.ts';
