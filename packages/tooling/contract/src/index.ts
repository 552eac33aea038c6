export type { Bump } from './bump.ts';
export { compareSchemas, type Inclusion } from './compare-schemas/compare-schemas.ts';
export type { JsonSchema } from './compare-schemas/subschema.ts';
export type { Change } from './compare-tools.ts';
export { type ContractDiff, diffListings, type ToolChange } from './diff-listings.ts';
export { generateClient } from './generate/generate-client.ts';
export { listingAsOpenApi, type OpenApiOptions } from './listing.ts';
export { diffAsMarkdown, diffAsText } from './write-diff.ts';
