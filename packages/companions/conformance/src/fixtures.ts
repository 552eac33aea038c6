export { type DocumentToolsOptions, documentTools } from './fixtures/document-tools.ts';
export type { Email } from './fixtures/documents/gmail.ts';
export { fixtureTools } from './fixtures/fixture-tools.ts';
