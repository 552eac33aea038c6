export { readOpenApi } from './reader/read-open-api.ts';
export {
  addToChoice,
  choiceText,
  type ImportChoice,
  isEmptyFilter,
  readImportChoice,
} from './source/import-choice.ts';
export { type ImportedSource, type ImportOptions, importSource } from './source/import-source.ts';
export type { MergedFile } from './source/merge-files.ts';
export { operationList } from './source/operation-list.ts';
