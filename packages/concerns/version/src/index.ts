export { compareVersions } from './compare-versions.ts';
export { type Deprecation, deprecationNotice } from './deprecation.ts';
export { type DeprecationHeaderOptions, deprecationHeaders } from './deprecation-headers.ts';
export { createVersionResolver, type VersionResolver } from './resolver.ts';
export { type ParsedToolId, parseToolId } from './tool-id.ts';
