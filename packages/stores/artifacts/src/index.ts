export type { ArtifactStorage } from './artifact-storage.ts';
export {
  type Artifacts,
  type ArtifactsOptions,
  type ArtifactsSettings,
  createArtifacts,
} from './create-artifacts.ts';
export { createMemoryArtifacts, type MemoryArtifactsOptions } from './memory-artifacts.ts';
