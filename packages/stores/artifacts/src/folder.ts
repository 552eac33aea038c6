export { createFolderArtifacts, type FolderArtifactsOptions } from './folder-artifacts.ts';
