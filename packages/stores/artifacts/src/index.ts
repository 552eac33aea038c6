export type { ArtifactStorage } from './artifact-storage.ts';
export { type Artifacts, type ArtifactsOptions, createArtifacts } from './create-artifacts.ts';
export { createMemoryArtifacts } from './memory-artifacts.ts';
