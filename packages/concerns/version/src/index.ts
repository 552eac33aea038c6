export { type Deprecation, deprecationHeaders, deprecationNotice } from './deprecation.ts';
export { type ParsedToolId, parseToolId } from './tool-id.ts';
export { compareVersions, createVersionResolver, type VersionResolver } from './version-resolver.ts';
