export { type DocumentToolsOptions, documentTools } from './fixtures/document-tools.ts';
export { documentEmails, type Email } from './fixtures/documents/gmail.ts';
export { fixtureTools } from './fixtures/fixture-tools.ts';
