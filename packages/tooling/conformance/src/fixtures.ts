export { fixtureTools } from './fixtures/conf/index.ts';
export { type DocumentToolsOptions, documentTools, type Email } from './fixtures/document-tools.ts';
