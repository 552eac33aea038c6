export { fixtureTools } from './fixtures/conf/fixture-tools.ts';
export { documentTools } from './fixtures/document-tools.ts';
