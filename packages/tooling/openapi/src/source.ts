export {
  type ImportConfig,
  importConfigText,
  includeOperations,
  readImportConfig,
} from './code-generation/import-config.ts';
export { type ImportedSource, type ImportOptions, importSource } from './code-generation/import-source.ts';
export type { MergedFile } from './code-generation/merge-files.ts';
export { readOpenApi } from './reader/read-open-api.ts';
export { listOperations } from './tools/list-operations.ts';
export { isEmptyFilter } from './tools/select-operations.ts';
