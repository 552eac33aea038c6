export { fixtureTools } from './fixtures/conf/fixture-tools.ts';
export { type DocumentToolsOptions, documentTools } from './fixtures/document-tools.ts';
